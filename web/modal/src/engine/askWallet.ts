import type { Wallets } from '../../../shell/src/all/WalletProvider'
import type { Store } from '../../../shell/src/entry/store'
import { goneError } from '../all/failures'
import { chainIn, shownChain } from '../all/selectors'
import type { Ask } from '../generated/Ask'
import type { Call, Face } from './face'

/** What a connected wallet is asked with. */
export interface AskWalletParts {
  store: Pick<Store, 'get'>
  wallets: Pick<Wallets, 'provider'>
  ask(ask: Ask): Promise<unknown>
}

/**
 * Asks the connected wallet's own object, with its results and errors untouched, or has the engine ask
 * what speaks to the wallet where it is not in the page.
 */
export function askWallet(
  { store, wallets, ask }: AskWalletParts,
  { namespace, ProviderRpcError }: Face,
  call: Call,
): unknown {
  const account = store.get().accounts[namespace]
  const carrier = account?.connectedWalletInfo?.carrier
  if (carrier?.type === 'module') {
    const { method, params } = call
    return method === 'eth_chainId'
      ? shownChain(chainIn(store.get(), namespace))
      : ask({ type: 'request', namespace, method, params })
  }
  const provider = wallets.provider(carrier?.handle ?? 0)
  if (!provider) throw new ProviderRpcError(goneError)
  return provider.request(call, namespace === 'eip155' ? undefined : account?.chain)
}
