import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { gluePlugin, wasmOutput } from '../modal/build/gluePlugin.ts'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Two pages of one origin, and the dev phone, which another serves under `/dev/wallet/`: so files are named
 * relative to their page. Everything is a file of its own: the policies allow nothing inline.
 */
export default defineConfig({
  root: page('.'),
  base: './',
  plugins: [gluePlugin()],
  resolve: {
    alias: [{ find: /^phone\.wasm/, replacement: wasmOutput('phone', '_bg.wasm') }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: {
        index: page('index.html'),
        wallet: page('wallet.html'),
        phone: page('phone.html'),
      },
    },
  },
})
