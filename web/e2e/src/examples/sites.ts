/** One of `examples/`. */
export type Example = 'plain' | 'vite' | 'vite-7' | 'vue' | 'next' | 'recipes'

/** A way in which a framework serves an example. */
export type Site = {
  readonly name: string
  /** What is run before, to make what is served. */
  readonly made?: readonly string[]
  /** What serves it, before `--port`; the folder as it is where nothing was made and nothing does. */
  readonly served?: readonly string[]
}

const ofVite: readonly Site[] = [
  { name: 'dev', served: ['vite', '--strictPort'] },
  { name: 'build', made: ['npm', 'run', 'build'], served: ['vite', 'preview', '--strictPort'] },
]

const next = (command: string, ...words: readonly string[]) => ['next', command, ...words]

/** How each is served: while it is written, and as visitors get it. */
export const sites: { readonly [K in Example]: readonly Site[] } = {
  plain: [{ name: 'files' }],
  vite: ofVite,
  'vite-7': ofVite,
  vue: ofVite,
  // Its types are what is tested.
  recipes: [{ name: 'types', made: ['tsc', '--noEmit'] }],
  next: [
    { name: 'dev', served: next('dev') },
    { name: 'build', made: next('build'), served: next('start') },
    { name: 'webpack dev', served: next('dev', '--webpack') },
    { name: 'webpack build', made: next('build', '--webpack'), served: next('start') },
  ],
}

/** What a host writes of each; the rest is its framework's starter. */
export const written: { readonly [K in Example]: readonly string[] } = {
  plain: ['index.html', 'wallet.js'],
  vite: ['src/App.tsx'],
  'vite-7': ['src/App.tsx'],
  vue: ['src/App.vue', 'src/main.ts', 'vite.config.ts'],
  recipes: ['src/wallet.ts', 'src/ethers.ts'],
  next: ['app/wallet.tsx'],
}
