import type { Alias } from 'vite'

/** What draws the frame: Preact, under the names of React that the sources have. See docs/decisions/0030. */
export const drawnByPreact: Alias[] = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
]
