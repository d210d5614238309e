import type { Store } from '../../../shell/src/entry/store'
import * as codes from '../../../shell/src/generated/codes'
import type { ProviderRpcError } from '../all/ProviderRpcError'
import { chainIn, shownChain } from '../all/selectors'
import type { ProviderEvents } from '../all/surface'
import type { Namespace } from '../generated/Namespace'

const disconnected = { code: codes.disconnected, message: 'The wallet is disconnected.' }

/** What the events of a provider are made of, and who hears them. */
export interface EventParts {
  namespace: Namespace
  /** By event; true for those that hear one only. */
  listeners: { readonly [event: string]: Map<(value: never) => void, boolean> | undefined }
  /** The host's own class: this chunk has one too, of which the host knows nothing. */
  ProviderRpcError: typeof ProviderRpcError
}

/** Tells the events of EIP-1193 as the slices change. Returns the way to stop. */
export function tellEvents(
  { get, subscribe }: Pick<Store, 'get' | 'subscribe'>,
  { namespace, listeners, ProviderRpcError }: EventParts,
): () => void {
  /** What events are about. A connection that is being brought back is not one yet. */
  function see() {
    const account = get().accounts[namespace]
    const isConnected = account?.status === 'connected'
    const others = account?.allAccounts.map(({ address }) => address) ?? []
    const accounts = isConnected && account.address ? [account.address, ...others] : []
    const chainId = shownChain(chainIn(get(), namespace))
    return { isConnected, accounts: [...new Set(accounts)], chainId }
  }

  function emit<E extends keyof ProviderEvents>(event: E, value: Parameters<ProviderEvents[E]>[0]) {
    for (const [listener, isOnce] of [...(listeners[event] ?? [])]) {
      if (isOnce) listeners[event]?.delete(listener)
      try {
        listener(value as never)
      } catch (error) {
        reportError(error)
      }
    }
  }

  let last = see()
  return subscribe(() => {
    const before = last
    const now = see()
    last = now
    if (now.isConnected && !before.isConnected) emit('connect', { chainId: now.chainId })
    if (now.chainId !== before.chainId) emit('chainChanged', now.chainId)
    if (now.accounts.join() !== before.accounts.join()) emit('accountsChanged', [...now.accounts])
    if (!now.isConnected && before.isConnected)
      emit('disconnect', new ProviderRpcError(disconnected))
  })
}
