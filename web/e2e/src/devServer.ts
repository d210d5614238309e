import { test as playwright } from '@playwright/test'
import type { Build } from '../../modal/build/outputs.ts'
import { Chain } from './chain.ts'
import { type Dev, type Origins, startDev } from './latchkitDev.ts'

export type OfWorker = {
  /** Which build the server and the package are of. */
  build: Build
  /** Options of `latchkit dev` that a file of tests needs. */
  devOptions: readonly string[]
  dev: Dev
  origins: Origins
  /** The local chain, as its node sees it. */
  chain: Chain
}

/** Tests with a server of their worker's own, in whatever browser. */
export const test = playwright.extend<object, OfWorker>({
  build: ['release', { scope: 'worker', option: true }],
  devOptions: [[], { scope: 'worker', option: true }],
  dev: [
    async ({ build, devOptions }, give) => {
      const dev = await startDev(build, ...devOptions)
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
