import type { Store } from '../../../shell/src/entry/store'
import * as codes from '../../../shell/src/generated/codes'
import { chainIn, shownChain } from '../all/selectors'
import type { ProviderEvents } from '../all/surface'
import type { Face } from './face'

const disconnected = { code: codes.disconnected, message: 'The wallet is disconnected.' }

/** Tells the events of EIP-1193 as the slices change. Returns the way to stop. */
export function tellEvents(
  { get, subscribe }: Pick<Store, 'get' | 'subscribe'>,
  { namespace, listeners, ProviderRpcError }: Face,
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
