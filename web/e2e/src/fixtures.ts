import { test as playwright } from '@playwright/test'
import { Chain } from './chain.ts'
import { DevWallet } from './devWallet.ts'
import { Dialog } from './dialog.ts'
import { Host } from './host.ts'
import { type Dev, type Origins, startDev } from './latchkitDev.ts'
import { Witness } from './witness.ts'

export { expect } from '@playwright/test'

type OfTest = {
  /** Fails the test on whatever must not happen. */
  witness: Witness
  /** The demo page. Not opened yet. */
  host: Host
  /** The modal on that page. */
  dialog: Dialog
  /** The windows of the demo page's wallet. */
  wallet: DevWallet
}

type OfWorker = {
  /** Options of `latchkit dev` that a file of tests needs. */
  devOptions: readonly string[]
  dev: Dev
  origins: Origins
  /** The local chain, as its node sees it. */
  chain: Chain
}

export const test = playwright.extend<OfTest, OfWorker>({
  devOptions: [[], { scope: 'worker', option: true }],
  dev: [
    async ({ devOptions }, give) => {
      const dev = await startDev(...devOptions)
      await give(dev)
      await dev.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  origins: [
    async ({ dev }, give) => {
      await give(dev.origins)
    },
    { scope: 'worker' },
  ],
  chain: [
    async ({ origins }, give) => {
      await give(new Chain(`${origins.server}/dev/rpc`))
    },
    { scope: 'worker' },
  ],
  witness: [
    async ({ context, origins }, give, { expectedStatus, status }) => {
      const witness = new Witness(context, Object.values(origins))
      await give(witness)
      const verdict = witness.verdict()
      if (status === expectedStatus && verdict.length > 0) throw new Error(verdict.join('\n'))
      if (verdict.length > 0) console.log(verdict.join('\n'))
    },
    { auto: true },
  ],
  host: async ({ page, origins }, give) => {
    await give(new Host(page, origins.host))
  },
  dialog: async ({ page }, give) => {
    await give(new Dialog(page))
  },
  wallet: async ({ page }, give) => {
    await give(new DevWallet(page))
  },
})
