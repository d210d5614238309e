import type { LatchkitConnector } from '../all/surface'
import type { Catalog } from '../generated/Catalog'

/** The wallets of the list that can be connected here, once for each namespace they serve. */
export const connectorsOf = (catalog: Catalog | undefined): LatchkitConnector[] =>
  (catalog?.rows ?? []).flatMap(({ wallet: { id, name, icon, providers } }) =>
    providers.map(provider => ({
      id,
      name,
      type:
        providers.length > 1 && provider.kind !== 'WALLET_CONNECT' ? 'MULTI_CHAIN' : provider.kind,
      chain: provider.namespace,
      imageUrl: icon,
    })),
  )
