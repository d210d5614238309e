import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './EmailVerifyDevice.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const { vault } = states.link

test('the number that the page behind the link asks for shows, and that it is waited for', async () => {
  place = mountState(states.link)
  await expect.element(page.getByText('42', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Waiting for you to follow it…')).toBeVisible()
  await expect.element(page.getByText(/ann@example\.com/)).toBeVisible()
})

test('what went wrong is said, and waited for once more by a press', async () => {
  place = mountState(states.link)
  place.publish({ vault: { ...vault, entry: { ...vault.entry, fault: { type: 'attemptOver' } } } })
  const why = page.getByRole('alert').filter({ hasText: 'That took too long' })
  await expect.element(why).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'enter', what: { type: 'retry' } }])
})
