import type { Wallets } from '../../../shell/src/all/WalletProvider'
import type { Store } from '../../../shell/src/entry/store'
import * as codes from '../../../shell/src/generated/codes'
import { gone } from '../all/failures'
import { orProviderError, ProviderRpcError } from '../all/ProviderRpcError'
import { chainIn, isRestoring, shownChain } from '../all/selectors'
import type { Eip1193Provider } from '../all/surface'
import type { EventParts } from '../engine/providerEvents'
import type { Ask } from '../generated/Ask'
import { accountsMethods, connectionMethods, otherMethods } from '../generated/methods'
import type { Namespace } from '../generated/Namespace'

/** What the provider stands on. */
export interface ProviderParts {
  store: Pick<Store, 'get'>
  wallets: Pick<Wallets, 'provider'>
  ask(ask: Ask): Promise<unknown>
  /** Resolves once a stored connection is back, or is not coming. */
  settled(namespace: Namespace): Promise<unknown>
}

type Listener = (value: never) => void

/**
 * The EIP-1193 face of a namespace, there before the engine is. Requests go to the wallet object itself,
 * with its results and errors untouched; those that change what is connected are asked of the engine.
 * Events are told with `events`, since nothing happens before there is an engine.
 */
export function createProvider(
  { store, wallets, ask, settled }: ProviderParts,
  namespace: Namespace,
): { provider: Eip1193Provider; events: EventParts } {
  const listeners: { [event: string]: Map<Listener, boolean> } = {}
  const account = () => store.get().accounts[namespace]
  const isConnected = () => account()?.status === 'connected'

  async function request(call: { method: string; params?: unknown }): Promise<unknown> {
    const { method, params } = call
    const name = `${namespace}:${method}`
    const isAboutAccounts = accountsMethods.test(name)
    // While nobody is there, this needs no engine.
    if (isAboutAccounts && (account()?.status ?? 'disconnected') === 'disconnected') return []
    if (isAboutAccounts || connectionMethods.test(name) || otherMethods.test(name))
      return orProviderError(ask({ type: 'request', namespace, method, params }))
    if (isRestoring(account())) await settled(namespace)
    const isElsewhere = account()?.connectedWalletInfo?.carrier?.type === 'module'
    return (isConnected() && !isElsewhere) || method !== 'eth_chainId'
      ? askWallet(call)
      : shownChain(chainIn(store.get(), namespace))
  }

  /** Asks the connected wallet's own provider, or what speaks to it where it is not in the page. */
  function askWallet(call: { method: string; params?: unknown }): Promise<unknown> {
    if (!isConnected())
      throw new ProviderRpcError({ code: codes.unauthorized, message: codes.notConnected })
    const carrier = account()?.connectedWalletInfo?.carrier
    if (carrier?.type === 'module')
      return orProviderError(ask({ type: 'request', namespace, ...call }))
    const provider = wallets.provider(carrier?.handle ?? 0)
    if (!provider) throw gone()
    return provider.request(call, namespace === 'eip155' ? undefined : account()?.chain)
  }

  function listen(event: string, listener: Listener, isOnce: boolean) {
    listeners[event] = (listeners[event] ?? new Map()).set(listener, isOnce)
    return provider
  }

  const provider: Eip1193Provider = {
    isLatchkit: true,
    request: request as Eip1193Provider['request'],
    on: (event, listener: Listener) => listen(event, listener, false),
    once: (event, listener: Listener) => listen(event, listener, true),
    removeListener(event, listener: Listener) {
      listeners[event]?.delete(listener)
      return provider
    },
  }
  return { provider, events: { namespace, listeners, ProviderRpcError } }
}
