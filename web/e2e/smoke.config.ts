import { defineConfig } from '@playwright/test'
import type { OfWorker as OfServer } from './src/devServer.ts'
import type { OfWorker } from './src/smoke/fixtures.ts'

/**
 * The first journeys in the other browsers, as their makers ship them, on what visitors get.
 * Playwright runs the tests but drives neither browser: it knows only builds of its own.
 */
export default defineConfig<object, OfServer & OfWorker>({
  testDir: 'src/smoke',
  testMatch: 'journeys.ts',
  outputDir: '../../target/e2e-smoke',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    {
      name: 'firefox',
      // WebKitGTK compiles WebAssembly under any policy.
      testMatch: ['journeys.ts', 'policy.ts'],
      use: { build: 'release', browserKind: 'firefox' },
    },
    { name: 'webkit', use: { build: 'release', browserKind: 'webkit' } },
  ],
})
