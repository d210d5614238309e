import { defineConfig } from '@playwright/test'
import { launchOptions } from './src/chromium.ts'
import type { OfWorker } from './src/devServer.ts'

/**
 * One spec per journey, each worker with a server, a chain and a demo page of its own. What visitors and
 * operators get is what runs; while something is being written, `LATCHKIT_BUILD=quick` takes the build
 * that is made in seconds.
 */
export default defineConfig<object, OfWorker>({
  testDir: 'src',
  testMatch: '*.spec.ts',
  outputDir: '../../target/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // What is waited for comes, on a machine that is busy as well.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    build: process.env.LATCHKIT_BUILD === 'quick' ? 'quick' : 'release',
    browserName: 'chromium',
    launchOptions,
    viewport: { width: 1280, height: 860 },
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // A fifth of the time; where nobody looks at it, it tells nothing.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
})
