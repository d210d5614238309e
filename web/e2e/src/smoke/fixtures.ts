import { expect } from '@playwright/test'
import { test as onDevServer } from '../devServer.ts'
import type { Engine, Visit } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { startWebKit } from './webkit.ts'

type OfTest = {
  visit: Visit
  /** The window with the demo page. Not opened yet. */
  site: Screen
}

export type OfWorker = {
  browserKind: keyof typeof starts
  engine: Engine
}

const starts = { firefox: startFirefox, webkit: startWebKit }

/** Tests in the browser that the project of the configuration names. */
export const test = onDevServer.extend<OfTest, OfWorker>({
  browserKind: ['firefox', { scope: 'worker', option: true }],
  engine: [
    async ({ browserKind }, give) => {
      const engine = await starts[browserKind]()
      await give(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  visit: async ({ engine }, give) => {
    const visit = await engine.visit()
    await give(visit)
    await visit.end()
    const isExpected = (saying: string) => visit.expected.some(one => one.test(saying))
    expect(
      visit.heard.filter(saying => !isExpected(saying)),
      'errors and warnings',
    ).toEqual([])
  },
  site: async ({ visit }, give) => {
    await give(new Screen(visit.window))
  },
})
