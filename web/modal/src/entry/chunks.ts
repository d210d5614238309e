import type { AssetSources } from '../../../shell/src/all/assetSources'
import { loadChunk } from '../../../shell/src/all/loadChunk'
import type { WalletRegistry } from '../../../shell/src/all/WalletProvider'
import type { Bridge } from '../../../shell/src/engine/bridge'
import type { PageParts } from '../engine/page'
import type { LanguageChunk, LoadPart } from '../views/element'

// The build puts the names of the lazy files in place of these, as literals: that is what bundlers of
// host pages look for in `import('./x.js')` and `new URL('./x.wasm', import.meta.url)`.
declare const __VIEWS__: string
declare const __EN__: string
declare const __ENGINE__: string
declare const __ENGINE_WASM__: string
declare const __VIEWS_INTEGRITY__: AssetSources['integrity']
declare const __EN_INTEGRITY__: AssetSources['integrity']
declare const __ENGINE_INTEGRITY__: AssetSources['integrity']

type ViewsChunk = typeof import('../views/element')

/** What the chunk with the views is to an instance. */
export type Views = ReturnType<ViewsChunk['views']>

type EngineChunk = typeof import('../engine/engine')

/** What the chunk of the engine is to an instance. */
export interface Engine
  extends Pick<EngineChunk, 'askWallet' | 'configOf' | 'connectorsOf' | 'tellEvents'> {
  /** The bridge to an engine for a page. */
  load(page: PageParts): Promise<Bridge>
}

/** Loads the parts that are not in the entry. A call after a failure tries again. */
export interface Chunks {
  engine(): Promise<Engine>
  views(): Promise<Views>
}

/** The files of the package, from where `sourcesOf` says. */
export function packageChunks(
  sourcesOf: () => Omit<AssetSources, 'integrity'>,
  wallets: WalletRegistry,
): Chunks {
  const load: LoadPart = (chunk, integrity) => loadChunk(chunk, { ...sourcesOf(), integrity })
  return {
    async views() {
      const chunk = { file: __VIEWS__, beside: () => import(/* @vite-ignore */ __VIEWS__) }
      const language = { file: __EN__, beside: () => import(/* @vite-ignore */ __EN__) }
      const [{ views }, texts] = await Promise.all([
        load<ViewsChunk>(chunk, __VIEWS_INTEGRITY__),
        load<LanguageChunk>(language, __EN_INTEGRITY__),
      ])
      return views(load, texts)
    },
    async engine() {
      const { assetsUrl } = sourcesOf()
      const beside = new URL(__ENGINE_WASM__, import.meta.url)
      // The chunk does the rest, but it need not be waited for.
      const first = fetch(assetsUrl ? new URL(__ENGINE_WASM__, assetsUrl) : beside)
      first.catch(() => undefined)
      const chunk = { file: __ENGINE__, beside: () => import(/* @vite-ignore */ __ENGINE__) }
      const engine = await load<EngineChunk>(chunk, __ENGINE_INTEGRITY__)
      const wasm = { file: __ENGINE_WASM__, beside, first }
      return { ...engine, load: page => engine.loadEngine(wasm, sourcesOf(), wallets, page) }
    },
  }
}
