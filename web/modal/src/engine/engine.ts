import { glue } from 'virtual:latchkit-glue/engine'
import type { AssetSources } from '../../../shell/src/all/assetSources'
import { type Chunk, loadChunk } from '../../../shell/src/all/loadChunk'
import type { WalletRegistry } from '../../../shell/src/all/WalletProvider'
import { type Bridge, createBridge } from '../../../shell/src/engine/bridge'
import { loadWasm, type WasmFile } from '../../../shell/src/engine/loadWasm'
import { startSession } from '../../../shell/src/engine/session'
import { raiseAlert } from '../../../shell/src/ops/alert'
import { bundledWallets } from '../../../shell/src/ops/bundled'
import { copy } from '../../../shell/src/ops/copy'
import { watchEvents } from '../../../shell/src/ops/events'
import { fetchText } from '../../../shell/src/ops/fetch'
import { leave } from '../../../shell/src/ops/leave'
import { askModule, loadModule } from '../../../shell/src/ops/module'
import { now } from '../../../shell/src/ops/now'
import type { Ops, Perform } from '../../../shell/src/ops/Perform'
import { preload } from '../../../shell/src/ops/preload'
import { random } from '../../../shell/src/ops/random'
import { read } from '../../../shell/src/ops/read'
import { requestWallet } from '../../../shell/src/ops/request'
import { sleep } from '../../../shell/src/ops/sleep'
import { watchTab } from '../../../shell/src/ops/tab'
import { trackEvent } from '../../../shell/src/ops/track'
import { watchWallets } from '../../../shell/src/ops/wallets'
import { warn as warnOp } from '../../../shell/src/ops/warn'
import { write } from '../../../shell/src/ops/write'
import { isPage } from '../all/isPage'
import { warn } from '../all/warn'
import type { Config } from '../generated/Config'
import { engineAlerts } from '../text/engineAlerts'
import { adapterChunks } from './adapters'
import { browserWalletAdapter } from './browserWallet'
import { configOf } from './config'
import { packagedWallets } from './packagedWallets'
import { type PageParts, pageOf } from './page'
import { wantedAdapters } from './wanted'
import { withUuid } from './withUuid'

export { askWallet } from './askWallet'
export { connectorsOf } from './connectors'
export { tellRequests } from './notice'
export { tellEvents } from './providerEvents'
export { configOf }

// As in `entry/chunks.ts`.
declare const __ENGINE_WASM_INTEGRITY__: string
declare const __LATE_WASM__: Omit<WasmFile, 'integrity'>
declare const __LATE_WASM_INTEGRITY__: string

declare const __WALLETCONNECT__: Chunk<typeof import('../walletconnect/walletconnect')>
declare const __SPEND__: Chunk<typeof import('../spend/spend')>
declare const __EMBEDDED__: Chunk<typeof import('../embedded/embedded')>

type OfModules = 'openLink' | 'socket' | 'channel' | 'send' | 'lock' | 'keep' | 'recall' | 'frame'
type OfVault =
  | 'show'
  | 'askSigner'
  | 'prove'
  | 'parent'
  | 'admit'
  | 'openWindow'
  | 'passkey'
  | 'seal'
  | 'unseal'

/** How long to wait before the second half is asked for again, in milliseconds. */
const waitsMs = [1_000, 4_000]

/** The lazy chunk of the engine: what wasm-bindgen wrote, and all that a host page grants it. */
export async function loadEngine(
  wasm: Omit<WasmFile, 'integrity'>,
  sources: AssetSources,
  wallets: WalletRegistry,
  parts: PageParts,
): Promise<Bridge> {
  if (!isPage) throw new Error('Latchkit connects wallets in browser pages only')
  const browser = browserWalletAdapter(wallets, parts.settings().texts.browserWallet)
  const loads = { ...adapterChunks(sources), browser: async () => browser }
  const adapters = wantedAdapters(loads, withUuid(wallets), text =>
    warn(parts.settings().options, text),
  )
  const want = ({ networks, isMobile }: Config) => {
    const namespaces = networks.map(({ chainNamespace }) => chainNamespace)
    const mayBeBare =
      isMobile && namespaces.includes('eip155') && parts.settings().options.enableInjected !== false
    adapters.want(['safe', ...(mayBeBare ? ['browser'] : []), ...namespaces])
  }
  // They come while the WebAssembly does, and not at all with eip155 alone.
  want(configOf(parts.settings()))
  const integrity = __ENGINE_WASM_INTEGRITY__
  const module = await loadWasm({ ...wasm, integrity }, sources).catch((error: unknown) => {
    adapters.release()
    throw error
  })
  const modules = modulesOf(sources, parts.keep, openLink => {
    ops.openLink = openLink
  })
  // The others are for modules and the vault's page. Links come with the module: without it none is known.
  const ops: Required<Omit<Ops, OfModules | OfVault>> & { openLink?: Perform<'openLink'> } = {
    sleep,
    now,
    random,
    read,
    write,
    copy,
    leave,
    reload: () => location.reload(),
    warn: warnOp,
    preload,
    bundled: bundledWallets(packagedWallets(sources)),
    alert: raiseAlert(engineAlerts),
    tab: watchTab(`@latchkit/${parts.name}:`),
    track: trackEvent(data => parts.store.publish('event', { timestamp: Date.now(), data })),
    fetch: fetchText,
    wallets: watchWallets(wallets),
    request: requestWallet(wallets),
    events: watchEvents(wallets),
    module: askModule(modules),
    loadModule: loadModule(modules),
  }
  const instantiate = () => {
    const { initSync, Engine } = glue()
    const first = initSync({ module })
    return {
      start: (...start: ConstructorParameters<typeof Engine>) => new Engine(...start),
      join: (second: WebAssembly.Module) => void new WebAssembly.Instance(second, { e: first }),
    }
  }
  const bridge = createBridge(pageOf(parts), (boot, events) =>
    startSession({ instantiate, late: () => loadLate(sources, parts.first), ops }, boot, events),
  )
  return {
    ...bridge,
    send(intent) {
      if (intent.type === 'configure') want(intent.config)
      if (intent.type === 'open') adapters.retry()
      bridge.send(intent)
    },
    destroy() {
      adapters.release()
      bridge.destroy()
    },
  }
}

/** The modules, each with what it is granted; a frame is where `keep` says, `learn` hears how links are opened. */
function modulesOf(
  sources: AssetSources,
  keep: PageParts['keep'],
  learn: (openLink: Perform<'openLink'>) => void,
) {
  const load = (wasm: WasmFile) => loadWasm(wasm, sources)
  return {
    async walletconnect() {
      const chunk = await loadChunk(__WALLETCONNECT__, sources)
      learn(chunk.openLink)
      return chunk.loadWalletConnect(load, { sleep, now, random })
    },
    async spend() {
      const { loadSpend } = await loadChunk(__SPEND__, sources)
      return loadSpend(load, { sleep, now, random, fetch: fetchText })
    },
    async embedded() {
      const { loadEmbedded } = await loadChunk(__EMBEDDED__, sources)
      return loadEmbedded(load, { sleep, now, random }, keep)
    },
  }
}

/**
 * Brings the second half. The Connect list does without it, so that it comes when nothing of the list is
 * on its way any more.
 */
async function loadLate(
  sources: AssetSources,
  first: PageParts['first'],
): Promise<WebAssembly.Module> {
  await first()?.catch(ignore)
  const wasm = { ...__LATE_WASM__, integrity: __LATE_WASM_INTEGRITY__ }
  const load = () => loadWasm(wasm, sources)
  // Nobody asked for it, so that nobody can be asked to try again.
  for (const ms of waitsMs) {
    const loaded = await load().catch(ignore)
    if (loaded) return loaded
    await new Promise(resolve => setTimeout(resolve, ms))
  }
  return load()
}

/** Who waits for the views hears of it; the last try tells what is wrong with the second half. */
const ignore = () => undefined
