import type { Wallets } from '../../../shell/src/all/WalletProvider'
import { wantsLittle } from '../../../shell/src/all/wantsLittle'
import { createEngineQueue } from '../../../shell/src/entry/engineQueue'
import { createStore, type Store } from '../../../shell/src/entry/store'
import { isPage } from '../all/isPage'
import { chainOf } from '../all/networks'
import { orProviderError } from '../all/ProviderRpcError'
import { readSnapshot } from '../all/snapshot'
import {
  initialState,
  isAnyoneThere,
  modalBefore,
  networksOf,
  preferredOf,
  themeOf,
} from '../all/state'
import type { Latchkit } from '../all/surface'
import type { Faces } from '../engine/face'
import type { PageParts } from '../engine/page'
import type { Ask } from '../generated/Ask'
import type { Chunks, Engine } from './chunks'
import { ignore } from './complain'
import { createModal } from './dialog'
import { startEmbedding } from './embedding'
import { createOpening, type Opening } from './opening'
import { createOptionChanges } from './optionChanges'
import type { Settings } from './options'
import { createProviders } from './providers'
import { createReadings } from './readings'
import { entrySheet } from './sheet'
import { unconnectedView } from './unconnectedView'
import { wakeByStorage } from './wakeByStorage'

/** What the rest of the entry sees of an instance besides the public surface. */
export interface Instance extends Latchkit {
  readonly store: Store
  settings(): Settings
  /** Takes other options. */
  apply(settings: Settings): void
}

/** What an instance stands on. */
export interface InstanceParts {
  wallets: Wallets
  /** Starts to listen for wallets; returns the way to stop. */
  listenForWallets(): () => void
  chunks(settings: () => Settings): Chunks
  /** Called once, by `destroy`. */
  removed(instance: Instance): void
}

/** Makes an instance. It loads nothing, unless a stored connection or a way back is there. */
export function createInstance(first: Settings, { wallets, ...parts }: InstanceParts): Instance {
  const { instance: name, options } = first
  let current = first
  let engine: Engine | undefined
  let isDestroyed = false
  const settings = () => current
  const snapshot: PageParts['snapshot'] = tell =>
    isPage && options.enableReconnect !== false ? readSnapshot(name, tell) : undefined
  const store = createStore(initialState(options, snapshot()), intent => opening.send(intent))
  const chunks = parts.chunks(settings)
  const keep: PageParts['keep'] = () => shown?.keep()
  const page = { name, settings, snapshot, store, first: () => opening.coming(), keep }
  const queue = createEngineQueue(() =>
    loadEngine(chunks, page, loaded => {
      if (!engine) ends.push(...tell(loaded, store, providers.made))
      engine = loaded
    }),
  )
  const view = () => unconnectedView(current, wallets)
  const opening: Opening = createOpening(store, queue, chunks, view)
  const readings = createReadings(store, settings)
  const ask = (what: Ask) => orProviderError(opening.ask(what))
  const of = { ...queue, store, wallets, ask, engine: () => engine }
  const providers = createProviders(of, readings)
  const changes = createOptionChanges(settings, apply, readings.getCaipNetworkId)
  const show = options.enableEmbedded ? startEmbedding : createModal
  const shown = isPage ? show({ settings, store, opening, wallets }) : undefined
  const ends: (() => void)[] = [queue.destroy]

  function apply(next: Settings) {
    current = next
    store.publish('theme', themeOf(next.options))
    store.publish('preferred', preferredOf(next.options))
    if (engine && queue.isAwake()) queue.send({ type: 'configure', config: engine.configOf(next) })
    else store.publish('networks', networksOf(next.options, store.get().networks.active))
  }

  const instance: Instance = {
    ...readings,
    ...changes,
    instance: name,
    store,
    settings,
    apply,
    async open(what = {}) {
      if (!shown || isDestroyed) return
      opening.open(what)
      if (store.get().modal.open) await shown.show()
    },
    close: () => opening.leave({ type: 'close' }),
    async disconnect(namespace) {
      if (queue.isAwake() || isAnyoneThere(store.get().accounts))
        await ask({ type: 'disconnect', namespace })
    },
    async switchNetwork(network) {
      await ask({ type: 'switchNetwork', chain: network ? chainOf(network) : undefined })
    },
    getConnectors: () => engine?.connectorsOf(store.get().catalog) ?? [],
    getProvider: providers.get,
    warmUp() {
      if (shown && !options.enableEmbedded && !wantsLittle())
        opening.load().then(loaded => loaded.rehearse(store), ignore)
    },
    destroy() {
      if (isDestroyed) return
      isDestroyed = true
      for (const end of ends) end()
      store.publish('modal', modalBefore(false))
      // Nobody follows the wallets any more.
      store.publish('accounts', {})
      parts.removed(instance)
    },
  }

  if (shown) {
    ends.push(shown.destroy, wakeByStorage(name, queue, snapshot))
    if (options.enableEIP6963 !== false) ends.push(parts.listenForWallets())
  }
  return instance
}

/** Tells what is heard beside the modal: by the host, and by whoever has the wallet on another device. */
const tell = (engine: Engine, store: Store, made: Faces) => [
  engine.tellEvents(store, made),
  engine.tellRequests(store, entrySheet),
]

/** Loads the engine for a page. */
async function loadEngine(chunks: Chunks, page: PageParts, loaded: (engine: Engine) => void) {
  try {
    return await chunks.engine(page, loaded)
  } catch (error) {
    // Nobody can tell now whether the stored connection still holds, and "connecting" must end.
    page.store.publish('accounts', {})
    throw error
  }
}
