import { defineConfig } from '@playwright/test'

/** Whether a time tells who was here before; run by hand, on the release build. It needs no browser. */
export default defineConfig({
  testDir: 'src',
  testMatch: 'knownAddress.ts',
  outputDir: '../../target/e2e-known',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: 'line',
})
