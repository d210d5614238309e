import { defineConfig } from 'vite'
import { settings } from '../modal/build/bundle.ts'
import { stylesPlugin } from '../modal/build/stylesPlugin.ts'
import { giving } from '../modal/build/viewsInParts.ts'
import { textPlugin } from '../modal/src/text/compile.ts'
import { framePlugin } from '../vault/build/framePlugin.ts'

/** The gallery is static files that open from anywhere, under a policy without inline scripts or styles. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // All views are in one file here: none has anything to give to another.
  plugins: [textPlugin(), stylesPlugin(), giving([]), framePlugin()],
  build: {
    target: settings.target,
    cssTarget: settings.cssTarget,
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ['index.html', 'frame.html'].map(page => `${import.meta.dirname}/${page}`),
    },
  },
})
