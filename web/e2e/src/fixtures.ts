import { test as onDevServer } from './devServer.ts'
import { DevWallet } from './devWallet.ts'
import { Dialog } from './dialog.ts'
import { Host } from './host.ts'
import type { Site } from './pairingLink.ts'
import { Witness } from './witness.ts'

export { expect } from '@playwright/test'

type OfTest = {
  /** Fails the test on whatever must not happen. */
  witness: Witness
  /** The demo page. Not opened yet. */
  host: Host
  /** The modal on that page. */
  dialog: Dialog
  /** All of these. */
  site: Site
  /** The windows of the demo page's wallet. */
  wallet: DevWallet
}

export const test = onDevServer.extend<OfTest>({
  witness: [
    async ({ context, origins }, give, { expectedStatus, status }) => {
      const witness = new Witness(context, Object.values(origins))
      await give(witness)
      const verdict = witness.verdict()
      // What a page asks while it is closed, its routes cannot answer.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
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
  site: async ({ context, page, host, dialog }, give) => {
    await give({ context, page, host, dialog })
  },
  wallet: async ({ page }, give) => {
    await give(new DevWallet(page))
  },
})
