import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { comeIn, typesAt } from '../../../test/comeIn.ts'
import { states } from './NewEmailOtp.story.tsx'

let place: ReturnType<typeof mountFrame>

beforeEach(comeIn)
afterEach(() => place.remove())

const code = () => page.getByRole('textbox', { name: 'Code of six digits' })

test('says where the code went and what it is for, and takes it', async () => {
  place = mountFrame(states.old)
  await expect
    .element(page.getByText('We mailed a code to ada@example.com', { exact: false }))
    .toHaveTextContent('lovelace@example.com')
  await code().fill('123456')
  expect(place.sent).toEqual([{ type: 'submitChangeOtp', otp: '123456' }])
})

test('the change can be begun once more where its first mail does not come', async () => {
  place = mountFrame(states.old)
  await page.getByRole('button', { name: 'Send another' }).click()
  expect(place.sent).toEqual([{ type: 'changeEmail', email: 'lovelace@example.com' }])
})

test('the second one went to the new address', async () => {
  place = mountFrame(states.new)
  await expect.element(page.getByText('lovelace@example.com', { exact: false })).toBeVisible()
  expect(place.root.textContent).not.toContain('ada@example.com')
})

test('once the first was taken there is room for the second, which can be typed at once', async () => {
  place = mountFrame(states.old)
  await typesAt(code(), '123456')
  place.publish(states.new)
  await expect.element(code()).toHaveValue('')
  await typesAt(code(), '654321')
  expect(place.sent).toEqual([
    { type: 'submitChangeOtp', otp: '123456' },
    { type: 'submitChangeOtp', otp: '654321' },
  ])
})

test('one that was refused is said so, and makes room', async () => {
  place = mountFrame(states.refused)
  await expect.element(page.getByText('The code is wrong or no longer good.')).toBeVisible()
  await expect.element(code()).toHaveValue('')
})
