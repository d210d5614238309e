import type { Namespace } from './generated/Namespace'
import type { Network } from './generated/Network'

/** A network as a host names it: an export of this package, or a chain object in the shape of viem's. */
export interface LatchkitNetwork {
  /** The chain id: a number on eip155. */
  readonly id: number | string
  /** CAIP-2. Left out, it is made of the namespace and the id. */
  readonly caipNetworkId?: string | undefined
  /** `eip155` if left out. */
  readonly chainNamespace?: Namespace | undefined
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** Empty lists mean the operator's server. `chainDefault` is what a wallet is told, if it differs. */
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[] }
    readonly chainDefault?: { readonly http: readonly string[] } | undefined
  }
  readonly blockExplorers?:
    | { readonly default: { readonly name: string; readonly url: string } }
    | undefined
  readonly testnet?: boolean | undefined
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string } | undefined
}

/** The network's CAIP-2 id. */
export const caipNetworkIdOf = (network: LatchkitNetwork): string =>
  network.caipNetworkId ?? `${network.chainNamespace ?? 'eip155'}:${network.id}`

/** A host's network as the engine knows it; `customUrls` go before the network's own. */
export function networkOf(network: LatchkitNetwork, customUrls: readonly string[] = []): Network {
  const { rpcUrls, blockExplorers, nativeCurrency } = network
  const id = caipNetworkIdOf(network)
  const urls = [...customUrls, ...(rpcUrls.chainDefault ?? rpcUrls.default).http]
  const explorer = blockExplorers?.default
  return {
    id,
    namespace: id.slice(0, id.indexOf(':')) as Namespace,
    name: network.name,
    nativeCurrency: {
      name: nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    },
    rpcUrls: [...new Set(urls)],
    ...(explorer && { explorer: { name: explorer.name, url: explorer.url } }),
    testnet: network.testnet ?? false,
  }
}
