import { test as playwright } from '@playwright/test'
import { Chain } from './chain.ts'
import { type Dev, type Origins, startDev } from './latchkitDev.ts'

type OfWorker = {
  /** Options of `latchkit dev` that a file of tests needs. */
  devOptions: readonly string[]
  dev: Dev
  origins: Origins
  /** The local chain, as its node sees it. */
  chain: Chain
}

/** Tests with a server of their worker's own, in whatever browser. */
export const test = playwright.extend<object, OfWorker>({
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
})
