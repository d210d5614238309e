import type { LatchkitConnector } from '../all/surface'
import type { Catalog } from '../generated/Catalog'
import type { Provider } from '../generated/Provider'

/** The wallets of the list that can be connected here, once for each namespace they serve. */
export const connectorsOf = (catalog: Catalog | undefined): LatchkitConnector[] =>
  (catalog?.rows ?? []).flatMap(({ wallet: { id, name, icon, providers } }) =>
    providers.map(provider => ({
      id,
      name,
      type: providers.length > 1 ? 'MULTI_CHAIN' : typeOf(provider),
      chain: provider.namespace,
      imageUrl: icon,
    })),
  )

function typeOf({ carrier, isInjected }: Provider): LatchkitConnector['type'] {
  if (carrier.type === 'module') return 'WALLET_CONNECT'
  return isInjected ? 'INJECTED' : 'ANNOUNCED'
}
