import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { stylesPlugin } from './modal/build/stylesPlugin.ts'
import { giving } from './modal/build/viewsInParts.ts'
import { textPlugin } from './modal/src/text/compile.ts'
import { framePlugin } from './vault/build/framePlugin.ts'

/** What keeps Chromium to the test and off the network, as root and without a screen. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  root: import.meta.dirname,
  // Here is one file of all: nothing is given from one to the other.
  plugins: [textPlugin(), stylesPlugin(), giving([]), framePlugin()],
  // Found one by one while tests run, they would come twice: once before and once after.
  optimizeDeps: {
    include: [
      '@noble/curves/ed25519',
      '@noble/curves/secp256k1',
      '@noble/hashes/blake2',
      '@noble/hashes/legacy',
      '@noble/hashes/sha2',
      '@scure/base',
      'axe-core',
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'viem',
    ],
  },
  test: {
    include: ['{kit,shell,modal,vault,demo,gallery}/{src,test}/**/*.test.{ts,tsx}'],
    retry: 0,
    // Each is a page of its own.
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
          args: ARGUMENTS,
        },
        contextOptions: { deviceScaleFactor: 2 },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
    },
  },
})
