import type { LatchkitConnector } from '../all/surface'
import type { Catalog } from '../generated/Catalog'

/** The wallets of the list that are in this browser, once for each namespace they serve. */
export const connectorsOf = (catalog: Catalog | undefined): LatchkitConnector[] =>
  (catalog?.rows ?? []).flatMap(({ wallet: { id, name, icon, providers } }) =>
    providers.map(({ namespace }) => ({
      id,
      name,
      type: providers.length > 1 ? 'MULTI_CHAIN' : 'ANNOUNCED',
      chain: namespace,
      imageUrl: icon,
    })),
  )
