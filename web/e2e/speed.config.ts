import { defineConfig } from '@playwright/test'
import { launchOptions } from './src/chromium.ts'

/** The rows of the budgets that need a browser; run by `cargo xtask size`, on the release build. */
export default defineConfig({
  testDir: 'src',
  testMatch: ['speed.ts', 'walletSpeed.ts'],
  outputDir: '../../target/e2e-speed',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: 'line',
  use: { browserName: 'chromium', launchOptions, viewport: { width: 1280, height: 800 } },
})
