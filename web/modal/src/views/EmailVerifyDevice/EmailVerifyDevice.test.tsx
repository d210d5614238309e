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

const went = (type: 'offline' | 'attemptOver') => {
  place = mountState(states.link)
  place.publish({ vault: { ...vault, entry: { ...vault.entry, fault: { type } } } })
}

test('what went wrong is said, and waited for once more by a press', async () => {
  went('offline')
  const why = page.getByRole('alert').filter({ hasText: 'cannot be reached' })
  await expect.element(why).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'enter', what: { type: 'retry' } }])
})

test('once it is over nothing is waited for, and there is no number to choose', async () => {
  went('attemptOver')
  const why = page.getByRole('alert').filter({ hasText: 'This is over' })
  await expect.element(why).toBeVisible()
  await expect.element(why.getByRole('heading', { name: 'Nobody was signed in' })).toBeVisible()
  expect(page.getByText('Follow the link in the mail').elements()).toHaveLength(0)
  expect(page.getByText('42', { exact: true }).elements()).toHaveLength(0)
  expect(page.getByText('Waiting for you to follow it…').elements()).toHaveLength(0)
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0)
})
