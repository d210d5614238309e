import { test as onDevServer } from '../devServer.ts'
import { type Installed, install } from './installed.ts'
import type { Example } from './sites.ts'

export type OfWorker = {
  /** Which of the examples. */
  example: Example
  installed: Installed
}

/** Tests of an example that is installed. */
export const test = onDevServer.extend<object, OfWorker>({
  example: ['plain', { scope: 'worker', option: true }],
  installed: [
    async ({ example }, give) => {
      const installed = await timed(`${example}: install`, () => install(example))
      await give(installed)
      await installed.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Does something, and prints how long it took. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  const result = await work()
  console.log(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}
