import type { Hex } from 'viem'
import { Chain } from './chain.ts'
import { test as base, expect } from './fixtures.ts'
import { announceOwnWallet, plainWallet } from './ownWallet.ts'
import { type Seeded, startSeeded } from './seededServer.ts'

export { expect } from './fixtures.ts'

type OfTest = {
  /** Connects a wallet that shares these accounts, the first in use, and opens Account. */
  openAccount(address: Hex, ...others: readonly Hex[]): Promise<void>
}

/** A month as the list calls it. */
export const titleOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', {
    month: 'long',
    ...(date.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  }).format(date)

/** Tests on a server that is configured for a chain with everything on it. */
export const test = base.extend<OfTest, { seeded: Seeded }>({
  seeded: [
    async ({ build }, give) => {
      const seeded = await startSeeded(build)
      await give(seeded)
      await seeded.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  origins: [
    async ({ seeded }, give) => {
      await give(seeded.origins)
    },
    { scope: 'worker' },
  ],
  chain: [
    async ({ seeded }, give) => {
      await give(new Chain(seeded.url))
    },
    { scope: 'worker' },
  ],
  openAccount: async ({ page, host, dialog }, give) => {
    await give(async (address, ...others) => {
      await page.addInitScript(announceOwnWallet, { ...plainWallet, address, others })
      await host.goto('?wallets=none')
      await host.button.click()
      await dialog.walletRow(plainWallet.rdns).click()
      await dialog.isClosed()
      await expect(host.probe('address')).toHaveText(address)
      await host.button.click()
      await dialog.shows('Account')
    })
  },
})
