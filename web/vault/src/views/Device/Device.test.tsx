import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Device.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

test('shows the number that the page behind the link asks for, and where the mail went', async () => {
  place = mountFrame(states.waiting)
  await expect.element(page.getByText('42', { exact: true })).toBeVisible()
  await expect.element(page.getByText('The mail went to ada@example.com.')).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Waiting')
})

test('a link that was not followed can be waited for once more', async () => {
  place = mountFrame(states.notFollowed)
  await expect.element(page.getByRole('alert')).toHaveTextContent('was not followed yet')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('another mail can be asked for while it is waited', async () => {
  place = mountFrame(states.waiting)
  await page.getByRole('button', { name: 'Send another' }).click()
  expect(place.sent).toEqual([{ type: 'resend' }])
})
