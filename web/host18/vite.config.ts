import { defineConfig } from 'vite'

/** A host page whose own React is 18, with the package bundled as hosts bundle it. */
export default defineConfig({
  root: import.meta.dirname,
  // The package is a link here, and beside its real folder lies another React.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // 'use client' is for servers that render.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
