import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { connect } from '../../generated/fixtures/connect.ts'
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

test('where all rows are to be got, who has none is led to all of them', async () => {
  const { catalog } = connect.all
  const rows = catalog.rows.filter(({ wallet }) => wallet.providers.length === 0)
  place = mountState({ ...connect.all, catalog: { ...catalog, rows } })
  expect(rows.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Get one' }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'AllWallets' }])
})
