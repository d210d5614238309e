import type { WalletProvider, Wallets } from '../../shell/src/ops/WalletProvider'
import type { State, Store } from '../../shell/src/store'
import type { Account } from './generated/Account'
import type { Ask } from './generated/Ask'
import { orProviderError, ProviderRpcError } from './ProviderRpcError'
import { activeChain, isRestoring } from './project'
import { isAnyoneThere } from './state'
import type { Eip1193Provider, ProviderEvents } from './surface'

/** What the engine answers itself; everything else goes to the wallet. */
const askedMethods = [
  'eth_requestAccounts',
  'eth_accounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_revokePermissions',
  'wallet_requestPermissions',
]

const unauthorized = { code: 4100, message: 'Connect a wallet first.' }
const disconnected = { code: 4900, message: 'The wallet is disconnected.' }

/** What the provider stands on. */
export interface ProviderParts {
  store: Pick<Store, 'get' | 'subscribe'>
  wallets: Pick<Wallets, 'provider'>
  ask(ask: Ask): Promise<unknown>
}

type EventName = keyof ProviderEvents
type Listener = (value: never) => void

/**
 * The EIP-1193 face of eip155, there before the engine is. Requests go to the wallet object itself, with
 * its results and errors untouched; those that change what is connected are asked of the engine.
 */
export function createProvider(parts: ProviderParts): {
  provider: Eip1193Provider
  release(): void
} {
  const { store } = parts
  const listeners = new Map<EventName, Set<Listener>>()

  async function request(call: { method: string; params?: unknown }): Promise<unknown> {
    const { method, params } = call
    // While nobody is there, this needs no engine.
    if (method === 'eth_accounts' && !isAnyoneThere(store.get().accounts)) return []
    if (askedMethods.includes(method)) return ask(method, params)
    // The engine answers this once a stored connection is back, or is not coming.
    if (isRestoring(accountOf(store.get()))) await ask('eth_accounts')
    return isConnected() || method !== 'eth_chainId'
      ? wallet().request(call)
      : quantity(activeChain(store.get()))
  }

  const ask = (method: string, params?: unknown) =>
    orProviderError(
      parts.ask({
        type: 'request',
        namespace: 'eip155',
        method,
        ...(params !== undefined && { params }),
      }),
    )

  const isConnected = () => accountOf(store.get())?.status === 'connected'

  /** The connected wallet's own provider. */
  function wallet(): WalletProvider {
    if (!isConnected()) throw new ProviderRpcError(unauthorized)
    const handle = accountOf(store.get())?.wallet?.handle
    const provider = handle === undefined ? undefined : parts.wallets.provider(handle)
    if (!provider) throw new ProviderRpcError(disconnected)
    return provider
  }

  function emit<E extends EventName>(event: E, value: Parameters<ProviderEvents[E]>[0]) {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(value as never)
      } catch (error) {
        reportError(error)
      }
    }
  }

  function on(event: EventName, listener: Listener) {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known.add(listener))
    return provider
  }

  let last = seen(store.get())
  const unsubscribe = store.subscribe(() => {
    const before = last
    const now = seen(store.get())
    last = now
    if (now.isConnected && !before.isConnected) emit('connect', { chainId: now.chainId })
    if (now.chainId !== before.chainId) emit('chainChanged', now.chainId)
    if (now.accounts.join() !== before.accounts.join()) emit('accountsChanged', [...now.accounts])
    if (!now.isConnected && before.isConnected)
      emit('disconnect', new ProviderRpcError(disconnected))
  })

  const provider: Eip1193Provider = {
    isLatchkit: true,
    request,
    on,
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return {
    provider,
    release() {
      unsubscribe()
      listeners.clear()
    },
  }
}

const accountOf = (state: State): Account | undefined => state.accounts.eip155

/** What events are about. A connection that is being brought back is not one yet. */
function seen(state: State) {
  const account = accountOf(state)
  const isConnected = account?.status === 'connected'
  const others = account?.allAccounts.map(({ address }) => address) ?? []
  const accounts = isConnected && account.address ? [account.address, ...others] : []
  return { isConnected, accounts: [...new Set(accounts)], chainId: quantity(activeChain(state)) }
}

/** The chain's number in hexadecimal, as EIP-1193 wants it. */
function quantity(chain: string | undefined): string {
  const [namespace, reference] = chain?.split(':') ?? []
  return namespace === 'eip155' ? `0x${Number(reference).toString(16)}` : '0x1'
}
