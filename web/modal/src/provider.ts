import type { WalletProvider, Wallets } from '../../shell/src/ops/WalletProvider'
import type { Store } from '../../shell/src/store'
import type { Ask } from './generated/Ask'
import type { Namespace } from './generated/Namespace'
import { gone } from './namespaces/failures'
import { orProviderError, ProviderRpcError } from './ProviderRpcError'
import { chainIn, isRestoring, shownChain } from './project'
import type { EventParts } from './providerEvents'
import type { Eip1193Provider } from './surface'

/** What tells the accounts and bothers nobody. While nobody is there, it needs no engine. */
export const accountsMethods: { readonly [N in Namespace]: string } = {
  eip155: 'eth_accounts',
  solana: 'solana_getAccounts',
  polkadot: 'polkadot_getAccounts',
  bip122: 'getAccountAddresses',
  cosmos: 'cosmos_getAccounts',
}

/** What else the engine answers itself; everything else goes to the wallet. */
const askedMethods =
  /^((eth|solana)_requestAccounts|wallet_((switch|add)EthereumChain|(revoke|request)Permissions))$/

const unauthorized = { code: 4100, message: 'Connect a wallet first.' }

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
    const isAboutAccounts = method === accountsMethods[namespace]
    if (isAboutAccounts && (account()?.status ?? 'disconnected') === 'disconnected') return []
    if (isAboutAccounts || askedMethods.test(method))
      return orProviderError(
        ask({ type: 'request', namespace, method, ...(params !== undefined && { params }) }),
      )
    if (isRestoring(account())) await settled(namespace)
    return isConnected() || method !== 'eth_chainId'
      ? wallet().request(call)
      : shownChain(chainIn(store.get(), namespace))
  }

  /** The connected wallet's own provider. */
  function wallet(): WalletProvider {
    if (!isConnected()) throw new ProviderRpcError(unauthorized)
    const provider = wallets.provider(account()?.wallet?.handle ?? 0)
    if (!provider) throw gone()
    return provider
  }

  function listen(event: string, listener: Listener, isOnce: boolean) {
    listeners[event] = (listeners[event] ?? new Map()).set(listener, isOnce)
    return provider
  }

  const provider: Eip1193Provider = {
    isLatchkit: true,
    request,
    on: (event, listener: Listener) => listen(event, listener, false),
    once: (event, listener: Listener) => listen(event, listener, true),
    removeListener(event, listener: Listener) {
      listeners[event]?.delete(listener)
      return provider
    },
  }
  return { provider, events: { namespace, listeners, ProviderRpcError } }
}
