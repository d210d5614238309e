import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Two pages of one origin. Everything is a file of its own: the host policy allows nothing inline. */
export default defineConfig({
  root: page('.'),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { index: page('index.html'), wallet: page('wallet.html') },
    },
  },
})
