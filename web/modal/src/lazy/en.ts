import type { AssetSources } from '../../../shell/src/all/assetSources'

// As in `entry/chunks.ts`.
declare const __EN_LAZY__: string
declare const __EN_LAZY_INTEGRITY__: AssetSources['integrity']

/** The lazy chunk of a language. */
export const tag = 'en'
export { default as first } from 'virtual:latchkit-text/en/first'

/** What the second chunk of views says is a file of its own. */
export const lazy = {
  file: __EN_LAZY__,
  beside: (): Promise<typeof import('./enLazy')> => import(/* @vite-ignore */ __EN_LAZY__),
}
export const integrity = __EN_LAZY_INTEGRITY__
