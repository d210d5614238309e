import { defineConfig } from 'vite'
import { stylesPlugin } from '../modal/build/stylesPlugin.ts'
import { textPlugin } from '../modal/src/text/compile.ts'

/** The gallery is static files that open from anywhere, under a policy without inline scripts or styles. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [textPlugin(), stylesPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ['index.html', 'frame.html'].map(page => `${import.meta.dirname}/${page}`),
    },
  },
})
