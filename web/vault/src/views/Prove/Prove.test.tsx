import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { comeIn, typesAt } from '../../../test/comeIn.ts'
import { states } from './Prove.story.tsx'

let place: ReturnType<typeof mountFrame>

beforeEach(comeIn)
afterEach(() => place.remove())

test('says where the code went, and takes it at once', async () => {
  place = mountFrame(states.shown)
  await expect.element(page.getByText('We mailed a code to ada@example.com.')).toBeVisible()
  await typesAt(page.getByRole('textbox'), '123456')
  expect(place.sent).toEqual([{ type: 'submitProof', otp: '123456' }])
})

test('a code that was not taken makes room for another', async () => {
  place = mountFrame(states.refused)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The code is wrong')
  await expect.element(page.getByRole('textbox')).toHaveValue('')
})

test('another mail can be asked for', async () => {
  place = mountFrame(states.shown)
  await page.getByRole('button', { name: 'Send another' }).click()
  expect(place.sent).toEqual([{ type: 'resend' }])
})

test('what was wanted can be given up', async () => {
  place = mountFrame(states.shown)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(place.sent).toEqual([{ type: 'hideWords' }])
})
