import type { Bridge, Page } from '../../shell/src/bridge'
import { loadChunk } from '../../shell/src/loadChunk'
import type { Wallets } from '../../shell/src/ops/WalletProvider'
import type { Places } from '../../shell/src/places'

// The build puts the names of the lazy files in place of these, as literals: that is what bundlers of
// host pages look for in `import('./x.js')` and `new URL('./x.wasm', import.meta.url)`.
declare const __VIEWS__: string
declare const __ENGINE__: string
declare const __ENGINE_WASM__: string
declare const __VIEWS_INTEGRITY__: Places['integrity']
declare const __ENGINE_INTEGRITY__: Places['integrity']

/** The chunk with the views. */
export type Views = typeof import('./element')

/** Loads the parts that are not in the entry. A call after a failure tries again. */
export interface Chunks {
  /** The bridge to an engine for `page`. */
  engine(page: Page): Promise<Bridge>
  views(): Promise<Views>
}

type Engine = typeof import('./engine')

/** The files of the package, at the places that `placesOf` says. */
export function packageChunks(placesOf: () => Omit<Places, 'integrity'>, wallets: Wallets): Chunks {
  return {
    views: () =>
      loadChunk<Views>(
        { file: __VIEWS__, beside: () => import(/* @vite-ignore */ __VIEWS__) },
        { ...placesOf(), integrity: __VIEWS_INTEGRITY__ },
      ),
    async engine(page) {
      const places = { ...placesOf(), integrity: __ENGINE_INTEGRITY__ }
      const beside = new URL(__ENGINE_WASM__, import.meta.url)
      // The chunk does the rest, but it need not be waited for.
      const first = fetch(places.assetsUrl ? new URL(__ENGINE_WASM__, places.assetsUrl) : beside)
      first.catch(() => undefined)
      const chunk = { file: __ENGINE__, beside: () => import(/* @vite-ignore */ __ENGINE__) }
      const { loadEngine } = await loadChunk<Engine>(chunk, places)
      return loadEngine({ file: __ENGINE_WASM__, beside, first }, places, wallets, page)
    },
  }
}
