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

/** A network as hosts read it: with the names that may be left out where it is given. */
export interface CaipNetwork extends LatchkitNetwork {
  readonly caipNetworkId: string
  readonly chainNamespace: Namespace
}

/** A built-in network of eip155: viem takes it as a chain. */
export interface Eip155Network<Id extends number = number> extends CaipNetwork {
  readonly id: Id
  readonly chainNamespace: 'eip155'
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
}

/** The same network with both names; itself if it has them. */
export function caipNetworkOf(network: LatchkitNetwork): CaipNetwork {
  const caipNetworkId = caipNetworkIdOf(network)
  const names = { caipNetworkId, chainNamespace: namespaceOf(caipNetworkId) }
  const isWhole = network.caipNetworkId && network.chainNamespace === names.chainNamespace
  return isWhole ? (network as CaipNetwork) : { ...network, ...names }
}

/** What stands for a network that the host does not have: no currency, and nothing to ask. */
export const unsupportedNetwork = (caipNetworkId: string, name: string): CaipNetwork => ({
  id: chainIdOf(caipNetworkId),
  caipNetworkId,
  chainNamespace: namespaceOf(caipNetworkId),
  name,
  nativeCurrency: { name: '', symbol: '', decimals: 0 },
  rpcUrls: { default: { http: [] } },
})

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

/** The second part of a CAIP-2 id: a number on eip155. */
export function chainIdOf(caipNetworkId: string): number | string {
  const [namespace, reference = ''] = caipNetworkId.split(':')
  return namespace === 'eip155' ? Number(reference) : reference
}
