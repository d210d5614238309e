import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { define, minified, settings } from '../modal/build/bundle.ts'
import { gluePlugin, wasmOutput } from '../modal/build/gluePlugin.ts'
import { made, modulesOf } from '../modal/build/outputs.ts'
import { framePlugin } from './build/framePlugin.ts'

/** Everything is a file of its own, named by what is in it: the policy allows nothing inline. */
const names = {
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
}

/** As in the package: two percent smaller than what the bundler makes. */
const smaller = (): Plugin => ({
  name: 'latchkit-smaller',
  renderChunk: {
    order: 'post',
    handler: async code => ({ code: await minified(code), map: null }),
  },
})

/**
 * Builds the page of the vault's frame, which its server has under `/frame/`: of the quick build beside the modules,
 * of the release beside its sources.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/frame/',
  define,
  plugins: [framePlugin(), gluePlugin(), smaller()],
  resolve: {
    alias: ['vault', 'signer'].map(name => ({
      find: new RegExp(`^${name}\\.wasm`),
      replacement: wasmOutput(name, '_bg.wasm'),
    })),
  },
  worker: {
    format: 'iife',
    plugins: () => [gluePlugin(), smaller()],
    rolldownOptions: { output: names },
  },
  build: {
    ...settings,
    outDir: made === 'release' ? 'dist' : join(modulesOf(made), 'frame'),
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: join(import.meta.dirname, 'frame.html'), output: names },
  },
})
