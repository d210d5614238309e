import { createLink } from '../../shell/src/link'
import type { Wallets } from '../../shell/src/ops/WalletProvider'
import { createStore, type PageIntent, type Store } from '../../shell/src/store'
import type { Chunks, Views } from './chunks'
import { createDialog, type ModalDialog } from './dialog'
import type { Ask } from './generated/Ask'
import type { Boot } from './generated/Boot'
import type { Namespace } from './generated/Namespace'
import { caipNetworkIdOf, type LatchkitNetwork } from './networks'
import { readOptions, type Settings, type ThemeMode } from './options'
import { orProviderError } from './ProviderRpcError'
import { createProjection } from './project'
import { createProvider } from './provider'
import { hasStoredConnection, readSnapshot } from './snapshot'
import { initialState, isAnyoneThere, networksOf } from './state'
import type { Latchkit, OpenOptions } from './surface'
import { alertText } from './text/pageText'

/** What the rest of the entry sees of an instance besides the public surface. */
export interface Instance extends Latchkit {
  readonly store: Store
  settings(): Settings
  /** Takes other options. */
  apply(settings: Settings): void
  subscribeTheme(listener: () => void): () => void
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

/** False in Node, in workers and at the edge, where an instance stays disconnected and does nothing. */
export const isPage = typeof window !== 'undefined' && typeof document !== 'undefined'

const closed = { open: false, loading: false, shake: false }
const opening = { open: true, loading: true, shake: false }

/** Makes an instance. It loads nothing, unless a stored connection is to be restored. */
export function createInstance(first: Settings, parts: InstanceParts): Instance {
  const { instance: name } = first
  let settings = first
  let theme: ThemeMode | undefined
  let views: Views | undefined
  let lastOpen: OpenOptions = {}
  let isDestroyed = false
  const themeListeners = new Set<() => void>()
  const chunks = parts.chunks(() => settings)
  const stored = isPage ? readSnapshot(name) : undefined
  const store = createStore(initialState(first.config, stored), send)
  const projection = createProjection(store.get, () => settings.options.networks)
  const link = createLink(loadEngine)
  const eip155 = createProvider({ store, wallets: parts.wallets, ask })
  let dialog: ModalDialog | undefined = isPage
    ? createDialog({ store, ready, load: loadDialog, reopen: () => sendOpen(lastOpen) })
    : undefined
  const stopListening =
    isPage && first.options.enableEIP6963 !== false ? parts.listenForWallets() : undefined

  function boot(): string {
    const snapshot = readSnapshot(name)
    const { config } = settings
    return JSON.stringify({ instance: name, config, ...(snapshot && { snapshot }) } satisfies Boot)
  }

  function greet(isRestart: boolean): PageIntent[] {
    const restore: PageIntent[] = hasStoredConnection(readSnapshot(name))
      ? [{ type: 'restore' }]
      : []
    return isRestart && store.get().modal.open ? [...restore, { type: 'open' }] : restore
  }

  async function loadEngine() {
    if (!isPage) throw new Error('Latchkit connects wallets in browser pages only')
    try {
      return await chunks.engine({ boot, greet, store })
    } catch (error) {
      // Nobody can tell now whether the stored connection still holds, and "connecting" must end.
      store.publish('accounts', {})
      throw error
    }
  }

  async function loadViews(): Promise<Views> {
    views ??= await chunks.views()
    return views
  }

  async function loadDialog(): Promise<Views> {
    const wake = link.wake().catch((error: unknown) => {
      if (!store.get().failure.unexpected) throw error
    })
    const [loaded] = await Promise.all([loadViews(), wake])
    return loaded
  }

  function ready(): Views | undefined {
    return link.isAwake() || store.get().failure.unexpected ? views : undefined
  }

  function send(intent: PageIntent) {
    if (intent.type === 'open') sendOpen(intent)
    else if (intent.type === 'close') close()
    else link.send(intent)
  }

  function sendOpen({ view, namespace }: OpenOptions) {
    lastOpen = { view, namespace }
    if (!link.isAwake()) store.publish('modal', opening)
    link.send({ type: 'open', ...(view && { view }), ...(namespace && { namespace }) })
    if (link.isAwake()) store.publish('failure', {})
    else link.wake().then(() => store.publish('failure', {}), ignore)
  }

  function close() {
    if (store.get().modal.open) link.send({ type: 'close' })
    if (!link.isAwake()) store.publish('modal', closed)
  }

  /** Asks the engine. What leads to the Connect view paints the dialog while the engine loads. */
  function ask(what: Ask): Promise<unknown> {
    const answer = link.ask(what)
    const wantsConnection =
      what.type === 'request' &&
      (what.method === 'eth_requestAccounts' || what.method === 'wallet_requestPermissions')
    if (wantsConnection && !link.isAwake() && !isAnyoneThere(store.get().accounts)) {
      lastOpen = {}
      store.publish('modal', opening)
    }
    return answer
  }

  function watch<T>(read: () => T, listener: (value: T) => void): () => void {
    let last = read()
    return store.subscribe(() => {
      const now = read()
      if (now === last) return
      last = now
      listener(now)
    })
  }

  function setThemeMode(mode: ThemeMode | undefined) {
    theme = mode
    dialog?.setTheme(mode)
    for (const listener of [...themeListeners]) listener()
  }

  const instance: Instance = {
    instance: name,
    store,
    settings: () => settings,
    async open(options = {}) {
      if (!dialog) return
      sendOpen(options)
      if (store.get().modal.open) await dialog.show()
    },
    close,
    isOpen: () => store.get().modal.open,
    async disconnect(namespace) {
      if (!link.isAwake() && !isAnyoneThere(store.get().accounts)) return
      await orProviderError(ask({ type: 'disconnect', ...(namespace && { namespace }) }))
    },
    async switchNetwork(network) {
      const chain = chainOf(network)
      if (!settings.config.networks.some(({ id }) => id === chain)) {
        const alert = alertText.switchNetworkNotFound
        console.error(`[latchkit] ${alert.short()}. ${alert.long({ network: chain })}`)
        throw new Error('Network not found')
      }
      await orProviderError(ask({ type: 'switchNetwork', chain }))
    },
    getProvider: (namespace = 'eip155') => (namespace === 'eip155' ? eip155.provider : undefined),
    getAccount: (namespace = 'eip155') => projection.account(namespace),
    getNetwork: projection.network,
    getState: projection.state,
    subscribeAccount: (listener, namespace: Namespace = 'eip155') =>
      watch(() => projection.account(namespace), listener),
    subscribeNetwork: listener => watch(projection.network, listener),
    subscribeState: listener => watch(projection.state, listener),
    getThemeMode: () => theme,
    setThemeMode,
    subscribeTheme(listener) {
      themeListeners.add(listener)
      return () => themeListeners.delete(listener)
    },
    updateOptions(options) {
      instance.apply(readOptions({ ...settings.options, ...options, instance: name }))
    },
    apply(next) {
      settings = next
      if (next.options.themeMode !== theme) setThemeMode(next.options.themeMode)
      if (link.isAwake()) link.send({ type: 'configure', config: next.config })
      else store.publish('networks', networksOf(next.config, store.get().networks.active))
    },
    warmUp() {
      if (!dialog || savesData()) return
      link.wake().catch(ignore)
      loadViews().catch(ignore)
    },
    destroy() {
      if (isDestroyed) return
      isDestroyed = true
      stopListening?.()
      link.destroy()
      dialog?.destroy()
      dialog = undefined
      eip155.release()
      store.publish('modal', closed)
      parts.removed(instance)
    },
  }

  setThemeMode(first.options.themeMode)
  if (hasStoredConnection(stored))
    link.wake().catch((error: unknown) => console.error('[latchkit]', error))
  return instance
}

/** A later call tries again and then says what is wrong. */
const ignore = () => undefined

function chainOf(network: LatchkitNetwork | string | number): string {
  if (typeof network === 'object') return caipNetworkIdOf(network)
  const id = String(network)
  return id.includes(':') ? id : `eip155:${id}`
}

/** https://developer.mozilla.org/docs/Web/API/NetworkInformation/saveData, Chromium only. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
