import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { stylesPlugin } from './modal/build/stylesPlugin.ts'
import { giving } from './modal/build/viewsInParts.ts'
import { textPlugin } from './modal/src/text/compile.ts'
import { testsOfKit } from './vault/build/chunks.ts'
import { framePlugin } from './vault/build/framePlugin.ts'
import { drawnByPreact } from './vault/build/preact.ts'

const reactDom = join(import.meta.dirname, 'vault/test/reactDom.ts')

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
    projects: [
      {
        extends: true,
        test: {
          name: 'react',
          include: ['{kit,shell,modal,demo,gallery}/{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['gallery/src/frameStories.*'],
        },
      },
      // As it ships: see docs/decisions/0030.
      {
        extends: true,
        resolve: { alias: [{ find: /^react-dom$/, replacement: reactDom }, ...drawnByPreact] },
        optimizeDeps: {
          include: [
            'preact/compat',
            'preact/compat/client',
            'preact/jsx-runtime',
            'preact/test-utils',
          ],
        },
        test: {
          name: 'frame',
          include: ['vault/src/**/*.test.{ts,tsx}', 'gallery/src/frameStories.*', ...testsOfKit()],
        },
      },
    ],
    retry: 0,
    // What is waited for comes, on a machine that is busy as well.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
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
