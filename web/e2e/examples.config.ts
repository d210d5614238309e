import { defineConfig } from '@playwright/test'
import { launchOptions } from './src/chromium.ts'
import type { OfWorker as OfServer } from './src/devServer.ts'
import type { OfWorker } from './src/examples/fixtures.ts'
import { type Example, sites } from './src/examples/sites.ts'

/** Each of `examples/`, installed from the packed package and served in every way of its framework. */
export default defineConfig<object, OfServer & OfWorker>({
  testDir: 'src/examples',
  testMatch: 'journeys.ts',
  outputDir: '../../target/e2e-examples',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Next compiles at the first visit.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    build: process.env.LATCHKIT_BUILD === 'quick' ? 'quick' : 'release',
    browserName: 'chromium',
    launchOptions,
    actionTimeout: 30_000,
    navigationTimeout: 120_000,
  },
  projects: (Object.keys(sites) as Example[]).map(name => ({ name, use: { example: name } })),
})
