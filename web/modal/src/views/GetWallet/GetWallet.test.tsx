import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './GetWallet.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('each wallet leads on, and so do all of them', async () => {
  place = mountState(states.guide)
  const [first] = states.guide.directory.guide
  await page.getByRole('button', { name: first?.name ?? '' }).click()
  await page.getByRole('button', { name: 'Explore all wallets' }).click()
  expect(place.sent).toEqual([
    { type: 'connect', wallet: first?.id },
    { type: 'show', view: 'AllWallets' },
  ])
})

test('without suggestions it names a list that nobody paid for', async () => {
  place = mountState(states.empty)
  const link = page.getByRole('link', { name: 'Find a wallet (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})
