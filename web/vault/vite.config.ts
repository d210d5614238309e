import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { define, minified, settings } from '../modal/build/bundle.ts'
import { noteForeign, writeForeign } from '../modal/build/foreign.ts'
import { gluePlugin, wasmOutput } from '../modal/build/gluePlugin.ts'
import { frameOf, made } from '../modal/build/outputs.ts'
import { framePlugin } from './build/framePlugin.ts'
import { drawnByPreact } from './build/preact.ts'

/** Where the server has it: see `crates/server/src/routes/vault/frame.rs`. */
const base = '/frame/'

/** Everything is a file of its own, named by what is in it: the policy allows nothing inline. */
const names = {
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
}

/** As in the package: two percent smaller than what the bundler makes, at half a minute. */
const smaller = (): Plugin => ({
  name: 'latchkit-smaller',
  apply: () => made === 'release',
  renderChunk: {
    order: 'post',
    handler: async code => ({ code: await minified(code), map: null }),
  },
})

/** What comes later is asked for when it is wanted, without a kilobyte that looks for its style sheets: it has none. */
const withoutPreloads = (): Plugin => ({
  name: 'latchkit-without-preloads',
  enforce: 'pre',
  load: id =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : undefined,
})

/** Has the module that the page begins with come beside its script, and not after it. */
const moduleBeside = (): Plugin => ({
  name: 'latchkit-module-beside',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const href = Object.keys(bundle).find(name => /^vault_bg-.*\.wasm$/.test(name))
      if (!href) throw new Error('there is no module of the vault in the build')
      const attrs = {
        rel: 'preload',
        as: 'fetch',
        type: 'application/wasm',
        crossorigin: true,
        href: base + href,
      }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

/** Leaves the list of the packages of others that are in the page. */
const listing = (): Plugin => ({
  name: 'latchkit-listing',
  generateBundle(_, bundled) {
    for (const file of Object.values(bundled))
      if (file.type === 'chunk') noteForeign(file.moduleIds)
    writeForeign('bundled_frame.json')
  },
})

/**
 * Builds the page of the vault's frame, which its server has under `/frame/`: of the quick build beside the modules,
 * of the release beside its sources.
 */
export default defineConfig({
  root: import.meta.dirname,
  base,
  define,
  plugins: [framePlugin(), gluePlugin(), withoutPreloads(), moduleBeside(), smaller(), listing()],
  resolve: {
    alias: [
      ...drawnByPreact,
      ...['vault', 'signer'].map(name => ({
        find: new RegExp(`^${name}\\.wasm`),
        replacement: wasmOutput(name, '_bg.wasm'),
      })),
    ],
  },
  worker: {
    format: 'iife',
    plugins: () => [gluePlugin(), smaller()],
    rolldownOptions: { output: names },
  },
  build: {
    ...settings,
    outDir: frameOf(made),
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: join(import.meta.dirname, 'frame.html'), output: names },
  },
})
