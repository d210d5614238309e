import type { Wallets } from '../../../shell/src/all/WalletProvider'
import { wantsLittle } from '../../../shell/src/all/wantsLittle'
import { createLink } from '../../../shell/src/entry/link'
import { createStore, type PageIntent, type Store } from '../../../shell/src/entry/store'
import { caipNetworkIdOf, chainOf, namespaceOf } from '../all/networks'
import { orProviderError } from '../all/ProviderRpcError'
import { chainIn, createProjection, isRestoring } from '../all/project'
import { hasStoredConnection, readSnapshot, snapshotKey } from '../all/snapshot'
import { initialState, isAnyoneThere, networksOf } from '../all/state'
import type { Latchkit } from '../all/surface'
import type { PageParts } from '../engine/page'
import type { Ask } from '../generated/Ask'
import type { Namespace } from '../generated/Namespace'
import type { Chunks, Engine, Views } from './chunks'
import { createDialog } from './dialog'
import { type LatchkitOptions, readOptions, type Settings } from './options'
import { createProvider } from './provider'
import { entrySheet } from './sheet'

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

/** False in Node, in workers and at the edge, where an instance stays disconnected and does nothing. */
export const isPage = typeof window !== 'undefined' && typeof document !== 'undefined'

/** What is to be opened. The engine knows which views there are. */
type Opening = { view?: string | undefined; namespace?: Namespace | undefined }

/** A provider, and the way to end its events. */
type Made = ReturnType<typeof createProvider> & { end?: (() => void) | undefined }

const closed = { open: false, loading: false, shake: false }
const opening = { open: true, loading: true, shake: false }

/** Makes an instance. It loads nothing, unless a stored connection is to be restored. */
export function createInstance(first: Settings, parts: InstanceParts): Instance {
  const { instance: name } = first
  let settings = first
  let views: Views | undefined
  let viewsToCome: Promise<Views> | undefined
  let engine: Engine | undefined
  let lastOpen: Opening = {}
  let isDestroyed = false
  const chunks = parts.chunks(() => settings)
  const reconnects = isPage && first.options.enableReconnect !== false
  const snapshot: PageParts['snapshot'] = tell =>
    reconnects ? readSnapshot(name, tell) : undefined
  const stored = snapshot()
  const store = createStore(initialState(first.options, stored), send)
  const projection = createProjection(store.get, () => settings.options.networks)
  const link = createLink(loadEngine)
  const providers: { [K in Namespace]?: Made } = {}
  const isEmbedded = isPage && first.options.enableEmbedded === true
  const dialog =
    isPage && !isEmbedded
      ? createDialog({ store, ready, load: loadDialog, reopen: () => sendOpen(lastOpen) })
      : undefined
  let endEmbedded: (() => void) | undefined
  /** Another tab connected: this one needs its engine now to follow, as after a reload. */
  const followTabs = ({ key }: StorageEvent) => {
    const isNews = key === snapshotKey(name) && !link.isAwake()
    if (isNews && hasStoredConnection(snapshot())) link.wake().catch(complain)
  }
  const stopListening =
    isPage && first.options.enableEIP6963 !== false ? parts.listenForWallets() : undefined

  async function loadEngine() {
    if (!isPage) throw new Error('Latchkit connects wallets in browser pages only')
    try {
      engine = await chunks.engine()
      for (const one of Object.values(providers)) tellEvents(one)
      return await engine.load({
        name,
        settings: () => settings,
        snapshot,
        store,
        first: () => viewsToCome,
      })
    } catch (error) {
      // Nobody can tell now whether the stored connection still holds, and "connecting" must end.
      store.publish('accounts', {})
      throw error
    }
  }

  async function loadViews(): Promise<Views> {
    if (views) return views
    viewsToCome = chunks.views()
    views = await viewsToCome
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
    else if (intent.type === 'close' || intent.type === 'dismiss') leave(intent)
    else link.send(intent)
  }

  function sendOpen({ view, namespace }: Opening) {
    lastOpen = { view, namespace }
    if (!link.isAwake()) store.publish('modal', opening)
    link.send({ type: 'open', view, namespace })
    if (link.isAwake()) store.publish('failure', {})
    else link.wake().then(() => store.publish('failure', {}), ignore)
  }

  /** Nobody but the engine can say that the dialog has to stay. */
  function leave(intent: PageIntent) {
    if (store.get().modal.open) link.send(intent)
    if (!link.isAwake()) store.publish('modal', closed)
  }

  /** Asks the engine. What leads to the Connect view paints the dialog while the engine loads. */
  function ask(what: Ask): Promise<unknown> {
    const answer = link.ask(what)
    const wantsConnection = what.type === 'request' && what.method.includes('_request')
    if (wantsConnection && !link.isAwake() && !isAnyoneThere(store.get().accounts)) {
      lastOpen = {}
      store.publish('modal', opening)
    }
    return answer
  }

  /** Resolves once no stored connection of a namespace, or of any, is being brought back any more. */
  function settled(namespace?: Namespace): Promise<void> {
    const isDone = () =>
      namespace ? !isRestoring(store.get().accounts[namespace]) : projection.state().initialized
    return new Promise(resolve => {
      const look = () => {
        if (!isDone()) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = store.subscribe(look)
      look()
    })
  }

  /** The same for a request of the host, which waits for the engine 20 s at most. */
  async function settledSoon(namespace: Namespace) {
    await orProviderError(ask({ type: 'request', namespace, method: 'eth_accounts' }))
    await settled(namespace)
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

  /** Once there is an engine, providers tell what happens. */
  function tellEvents(made: Made) {
    made.end ??= engine?.tellEvents(store, made.events)
  }

  function drawTheme() {
    const { themeMode, themeVariables } = settings.options
    store.publish('theme', { themeMode, themeVariables: Object(themeVariables) })
  }

  /** Shows the modal in its place on the page, which is all that is asked for. */
  async function embed() {
    const { embed, mount } = await loadDialog()
    if (!isDestroyed) endEmbedded = embed({ name, store, sheet: entrySheet(), mount })
  }

  const isUsable = () => isPage && !isDestroyed

  const updateOptions = (options: Partial<LatchkitOptions>) =>
    instance.apply(readOptions({ ...settings.options, ...options, instance: name }))

  const instance: Instance = {
    instance: name,
    store,
    settings: () => settings,
    async open(options = {}) {
      if (!isUsable()) return
      sendOpen(options)
      if (store.get().modal.open) await dialog?.show()
    },
    close: () => leave({ type: 'close' }),
    isOpen: () => store.get().modal.open,
    ready: () => settled(),
    async disconnect(namespace) {
      if (!link.isAwake() && !isAnyoneThere(store.get().accounts)) return
      await orProviderError(ask({ type: 'disconnect', namespace }))
    },
    async switchNetwork(network) {
      await orProviderError(
        ask({ type: 'switchNetwork', chain: network ? chainOf(network) : undefined }),
      )
    },
    addNetwork: network => updateOptions({ networks: [...settings.options.networks, network] }),
    removeNetwork(network) {
      const chain = chainOf(network)
      if (chain === chainIn(store.get()))
        throw new Error(`${chain} is in use: switch to another network before it is removed`)
      const networks = settings.options.networks.filter(one => caipNetworkIdOf(one) !== chain)
      updateOptions({ networks })
    },
    getConnectors: () => engine?.connectorsOf(store.get().catalog) ?? [],
    getProvider(namespace = 'eip155') {
      const known = providers[namespace]
      if (known || instance.getCaipNetworks(namespace).length === 0) return known?.provider
      const made = createProvider(
        { store, wallets: parts.wallets, ask, settled: settledSoon },
        namespace,
      )
      providers[namespace] = made
      tellEvents(made)
      return made.provider
    },
    getAccount: projection.account,
    getAddress: namespace => projection.account(namespace).address,
    getCaipAddress: namespace => projection.account(namespace).caipAddress,
    getIsConnectedState: () =>
      Object.values(store.get().accounts).some(({ status }) => status === 'connected'),
    getWalletInfo: projection.wallet,
    getNetwork: () => projection.network(),
    getCaipNetwork: namespace => projection.network(namespace).caipNetwork,
    getCaipNetworkId: () => projection.network().caipNetworkId,
    getCaipNetworks: namespace =>
      settings.options.networks.filter(
        one => !namespace || namespaceOf(caipNetworkIdOf(one)) === namespace,
      ),
    getChainId: () => projection.network().chainId,
    getActiveChainNamespace: () => projection.state().activeChain,
    getState: projection.state,
    getRemoteFeatures: () => store.get().features,
    getEvent: () => store.get().event,
    subscribeAccount: (listener, namespace) => watch(() => projection.account(namespace), listener),
    subscribeWalletInfo: (listener, namespace) =>
      watch(() => projection.wallet(namespace), listener),
    subscribeNetwork: listener => watch(() => projection.network(), listener),
    subscribeCaipNetworkChange: listener => watch(() => projection.network().caipNetwork, listener),
    subscribeState: listener => watch(projection.state, listener),
    subscribeEvents: listener => watch(() => store.get().event, listener),
    subscribeTheme: listener => watch(() => store.get().theme, listener),
    getThemeMode: () => store.get().theme.themeMode,
    setThemeMode: themeMode => updateOptions({ themeMode }),
    getThemeVariables: () => store.get().theme.themeVariables,
    setThemeVariables: variables =>
      updateOptions({ themeVariables: { ...settings.options.themeVariables, ...variables } }),
    updateOptions,
    updateFeatures: features =>
      updateOptions({ features: { ...settings.options.features, ...features } }),
    updateRemoteFeatures: features =>
      updateOptions({ remoteFeatures: { ...settings.options.remoteFeatures, ...features } }),
    setConnectMethodsOrder: connectMethodsOrder => instance.updateFeatures({ connectMethodsOrder }),
    setCollapseWallets: collapseWallets => instance.updateFeatures({ collapseWallets }),
    setTermsConditionsUrl: termsConditionsUrl => updateOptions({ termsConditionsUrl }),
    setPrivacyPolicyUrl: privacyPolicyUrl => updateOptions({ privacyPolicyUrl }),
    apply(next) {
      settings = next
      drawTheme()
      if (engine && link.isAwake()) link.send({ type: 'configure', config: engine.configOf(next) })
      else store.publish('networks', networksOf(next.options, store.get().networks.active))
    },
    warmUp() {
      if (!dialog || wantsLittle()) return
      loadDialog().then(views => views.rehearse(store), ignore)
    },
    destroy() {
      if (isDestroyed) return
      isDestroyed = true
      stopListening?.()
      if (isPage) removeEventListener('storage', followTabs)
      link.destroy()
      dialog?.destroy()
      endEmbedded?.()
      for (const one of Object.values(providers)) one.end?.()
      store.publish('modal', closed)
      // Nobody follows the wallets any more.
      store.publish('accounts', {})
      parts.removed(instance)
    },
  }

  drawTheme()
  if (isPage) addEventListener('storage', followTabs)
  if (hasStoredConnection(stored)) link.wake().catch(complain)
  if (isEmbedded) embed().catch(complain)
  return instance
}

const complain = (error: unknown) => console.error('[latchkit]', error)

/** A later call tries again and then says what is wrong. */
const ignore = () => undefined
