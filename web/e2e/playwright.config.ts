import { defineConfig } from '@playwright/test'
import { launchOptions } from './src/chromium.ts'

/** One spec per journey, each worker with a server, a chain and a demo page of its own. */
export default defineConfig({
  testDir: 'src',
  testMatch: '*.spec.ts',
  outputDir: '../../target/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions,
    viewport: { width: 1280, height: 860 },
    actionTimeout: 8_000,
    navigationTimeout: 15_000,
    trace: 'retain-on-failure',
  },
})
