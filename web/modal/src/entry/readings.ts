import type { Store } from '../../../shell/src/entry/store'
import { createSelectors } from '../all/selectors'
import type { Latchkit } from '../all/surface'
import type { Settings } from './options'

/** What of the public surface tells how things are. */
export type Readings = Pick<
  Latchkit,
  Exclude<
    Extract<keyof Latchkit, `${'get' | 'subscribe'}${string}`>,
    'getConnectors' | 'getProvider'
  >
> &
  Pick<Latchkit, 'isOpen' | 'ready'>

/** Reads `store`, and the options as they are now. */
export function createReadings(store: Store, settings: () => Settings): Readings {
  const { get } = store
  const { account, wallet, network, state } = createSelectors(get, () => settings().networks)

  const watch =
    <T>(read: () => T) =>
    (listener: (value: T) => void): (() => void) => {
      let last = read()
      return store.subscribe(() => {
        const now = read()
        if (now === last) return
        last = now
        listener(now)
      })
    }

  return {
    isOpen: () => get().modal.open,
    getProjectId: () => settings().options.projectId,
    ready: () =>
      new Promise(resolve => {
        const look = () => {
          if (!state().initialized) return
          unsubscribe()
          resolve()
        }
        const unsubscribe = store.subscribe(look)
        look()
      }),
    getAccount: account,
    getAddress: namespace => account(namespace).address,
    getCaipAddress: namespace => account(namespace).caipAddress,
    getIsConnectedState: () =>
      Object.values(get().accounts).some(({ status }) => status === 'connected'),
    getWalletInfo: wallet,
    getNetwork: network,
    getCaipNetwork: namespace => network(namespace).caipNetwork,
    getCaipNetworkId: () => network().caipNetworkId,
    getCaipNetworks: namespace =>
      settings().networks.filter(one => !namespace || one.chainNamespace === namespace),
    getChainId: () => network().chainId,
    getActiveChainNamespace: () => state().activeChain,
    getState: state,
    getRemoteFeatures: () => get().features,
    getEvent: () => get().event,
    getThemeMode: () => get().theme.themeMode,
    getThemeVariables: () => get().theme.themeVariables,
    subscribeAccount: (listener, namespace) => watch(() => account(namespace))(listener),
    subscribeWalletInfo: (listener, namespace) => watch(() => wallet(namespace))(listener),
    subscribeNetwork: watch(network),
    subscribeCaipNetworkChange: watch(() => network().caipNetwork),
    subscribeState: watch(state),
    subscribeEvents: watch(() => get().event),
    subscribeTheme: watch(() => get().theme),
  }
}
