import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './ConnectWallets.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('lists the wallets, with the way back', async () => {
  place = mountState(states.wallets)
  await expect.element(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible()
  const { rows } = states.wallets.catalog
  const shown = [...place.root.querySelectorAll<HTMLElement>('[data-wallet]')]
  expect(shown.map(row => row.dataset.wallet)).toEqual(rows.map(({ wallet }) => wallet.id))
  await page.getByRole('button', { name: 'Back' }).click()
  expect(place.sent).toEqual([{ type: 'back' }])
})

test('the terms lock it as they lock Connect', async () => {
  place = mountState(states.locked)
  await expect.element(page.getByRole('button', { name: /All wallets/ })).toBeDisabled()
  await page.getByRole('checkbox').click()
  expect(place.sent).toEqual([{ type: 'acceptTerms', isAccepted: true }])
})
