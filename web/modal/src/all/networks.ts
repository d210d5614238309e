import type { Namespace } from '../generated/Namespace'

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
  /** `imageId` is an image of the operator's server. */
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string } | undefined
}

/** The network's CAIP-2 id. */
export const caipNetworkIdOf = (network: LatchkitNetwork): string =>
  network.caipNetworkId ?? `${network.chainNamespace ?? 'eip155'}:${network.id}`

/** The CAIP-2 id that is meant by a network, an id, or a number of eip155. */
export function chainOf(network: LatchkitNetwork | string | number): string {
  if (typeof network === 'object') return caipNetworkIdOf(network)
  const id = String(network)
  return id.includes(':') ? id : `eip155:${id}`
}

/** The first part of a CAIP-2 id. */
export const namespaceOf = (caipNetworkId: string): Namespace =>
  caipNetworkId.split(':')[0] as Namespace
