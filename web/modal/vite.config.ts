import { defineConfig } from 'vite'
import { define, output, plugins, settings } from './build/bundle.ts'
import { made, packageOf } from './build/outputs.ts'
import { packagePlugin } from './build/packagePlugin.ts'

/** Builds the package `latchkit`: `latchkit.js` and `react.js`, the lazy files, the declarations. */
export default defineConfig({
  root: import.meta.dirname,
  define,
  plugins: [...plugins(), packagePlugin()],
  build: {
    ...settings,
    outDir: packageOf(made),
    emptyOutDir: true,
    lib: { entry: 'src/entry/main.ts', formats: ['es'], fileName: 'latchkit' },
    rolldownOptions: { output: { ...output, codeSplitting: false } },
  },
})
