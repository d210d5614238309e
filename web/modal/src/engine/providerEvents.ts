import type { Store } from '../../../shell/src/entry/store'
import * as codes from '../../../shell/src/generated/codes'
import { chainIn, shownChain } from '../all/selectors'
import type { ProviderEvents } from '../all/surface'
import type { Namespace } from '../generated/Namespace'
import { namespaces } from '../generated/namespaces'
import type { Face, Faces } from './face'

const disconnected = { code: codes.disconnected, message: 'The wallet is disconnected.' }

/**
 * Tells the events of EIP-1193 as the slices change, by those providers that are made by then. Returns
 * the way to stop.
 */
export function tellEvents(
  { get, subscribe }: Pick<Store, 'get' | 'subscribe'>,
  faces: Readonly<Faces>,
): () => void {
  /** What events are about. A connection that is being brought back is not one yet. */
  function see(namespace: Namespace) {
    const account = get().accounts[namespace]
    const isConnected = account?.status === 'connected'
    const others = account?.allAccounts.map(({ address }) => address) ?? []
    const accounts = isConnected && account.address ? [account.address, ...others] : []
    const chainId = shownChain(chainIn(get(), namespace))
    return { namespace, isConnected, accounts: [...new Set(accounts)], chainId }
  }

  let last = namespaces.map(see)
  return subscribe(() => {
    const before = last
    last = namespaces.map(see)
    last.forEach((now, at) => {
      const face = faces[now.namespace]
      const old = before[at]
      if (face && old) compare(old, now, face)
    })
  })
}

type Seen = { isConnected: boolean; accounts: string[]; chainId: string }

function compare(before: Seen, now: Seen, face: Face) {
  if (now.isConnected && !before.isConnected) emit(face, 'connect', { chainId: now.chainId })
  if (now.chainId !== before.chainId) emit(face, 'chainChanged', now.chainId)
  if (now.accounts.join() !== before.accounts.join())
    emit(face, 'accountsChanged', [...now.accounts])
  if (!now.isConnected && before.isConnected)
    emit(face, 'disconnect', new face.ProviderRpcError(disconnected))
}

function emit<E extends keyof ProviderEvents>(
  { listeners }: Face,
  event: E,
  value: Parameters<ProviderEvents[E]>[0],
) {
  for (const [listener, isOnce] of [...(listeners[event] ?? [])]) {
    if (isOnce) listeners[event]?.delete(listener)
    try {
      listener(value as never)
    } catch (error) {
      reportError(error)
    }
  }
}
