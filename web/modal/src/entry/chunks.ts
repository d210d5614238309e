import { type Chunk, loadChunk } from '../../../shell/src/all/loadChunk'
import type { WalletRegistry } from '../../../shell/src/all/WalletProvider'
import type { Bridge } from '../../../shell/src/engine/bridge'
import type { WasmFile } from '../../../shell/src/engine/loadWasm'
import type { PageParts } from '../engine/page'
import type { LoadPart } from '../views/LoadPart'
import { ignore } from './complain'
import type { Settings } from './options'

type ViewsChunk = typeof import('../views/element')
type EngineChunk = typeof import('../engine/engine')

// The build puts records of the lazy files in place of these, with literals that bundlers of host pages
// look for: `import('./x.js')` and `new URL('./x.wasm', import.meta.url)`.
declare const __VIEWS__: Chunk<ViewsChunk>
declare const __ENGINE__: Chunk<EngineChunk>
declare const __ENGINE_WASM__: Omit<WasmFile, 'integrity'>

/** What the chunk with the views is to an instance. */
export type Views = ReturnType<ViewsChunk['views']>

/** What the chunk of the engine is to an instance. */
export type Engine = Pick<
  EngineChunk,
  'askWallet' | 'configOf' | 'connectorsOf' | 'tellEvents' | 'tellRequests'
>

/** Loads the parts that are not in the entry. A call after a failure tries again. */
export interface Chunks {
  /** The bridge to an engine for a page; `loaded` hears of the chunk before it starts. */
  engine(page: PageParts, loaded: (engine: Engine) => void): Promise<Bridge>
  views(): Promise<Views>
}

/** The files of the package, from where `settings` say. */
export function packageChunks(settings: () => Settings, wallets: WalletRegistry): Chunks {
  const load: LoadPart = chunk => loadChunk(chunk, settings())
  return {
    async views() {
      const { views } = await load(__VIEWS__)
      return views(load, settings)
    },
    async engine(page, loaded) {
      const { assetsUrl } = settings()
      const wasm = __ENGINE_WASM__
      // The chunk does the rest, but it need not be waited for.
      const first = fetch(assetsUrl ? new URL(wasm.file, assetsUrl) : wasm.beside)
      first.catch(ignore)
      const engine = await load(__ENGINE__)
      loaded(engine)
      return engine.loadEngine({ ...wasm, first }, settings(), wallets, page)
    },
  }
}
