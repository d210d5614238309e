import type { Chunk } from '../../../shell/src/all/loadChunk'

// As in `entry/chunks.ts`.
declare const __EN_LAZY__: Chunk<typeof import('./enLazy')>

/** The lazy chunk of a language. */
export const tag = 'en'
export { default as first } from 'virtual:latchkit-text/en/first'

/** What the second chunk of views says is a file of its own. */
export const lazy: Chunk<typeof import('./enLazy')> = __EN_LAZY__
