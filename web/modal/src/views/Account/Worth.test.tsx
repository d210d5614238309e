import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Account.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => {
  place.remove()
  vi.useRealTimers()
})

test('until somebody has answered or failed there is the place of the balance, and no word of it', () => {
  place = mountState(states.first)
  const worth = () => place.root.querySelector('.worth')
  const end = () => worth()?.getBoundingClientRect().bottom
  const before = end()
  expect(worth()?.querySelector('.Skeleton')).not.toBeNull()
  expect(worth()?.textContent).toBe('')
  place.publish({ tokens: { ...states.first.tokens, step: 'failed' } })
  expect(worth()?.textContent).toBe('Balance unknown')
  expect(end()).toBe(before)
})

test('an age goes on while it shows', async () => {
  const staleAtMs = Number(states.stale.accounts.eip155.balanceAtMs)
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: staleAtMs + 4 * 60_000,
  })
  place = mountState(states.stale)
  await expect.element(page.getByText('Balance is 4 min old.')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(page.getByText('Balance is 5 min old.')).toBeVisible()
  place.publish({ accounts: states.connected.accounts })
  expect(vi.getTimerCount()).toBe(0)
})

test('who has no network is told so, and nothing is offered that needs one', async () => {
  const readAtMs = Number(states.offline.tokens.read.atMs)
  vi.useFakeTimers({ toFake: ['Date'], now: readAtMs + 2 * 60_000 })
  place = mountState(states.offline)
  const banner = () => place.root.querySelector('.Banner')?.textContent
  expect(banner()).toMatch(/^You are offline\. Balance is .* old\.\s*$/)
  await expect.element(page.getByRole('status').first()).toHaveTextContent('You are offline.')
  place.publish({ presence: { isOffline: false } })
  expect(banner()).toBeUndefined()
})

test('of a tab that is gone, nothing but the one that shows counts: one way to try again is enough', async () => {
  const { eip155 } = states.stale.accounts
  place = mountState({
    ...states.stale,
    accounts: { eip155: { ...eip155, currentTab: 'activity' as const } },
    features: { ...states.stale.features, activity: false },
    tokens: { of: eip155.caipAddress, step: 'failed' as const },
  })
  await expect.element(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(1)
})
