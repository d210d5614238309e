import { chainOf } from '../wallet/chains'
import type { Metadata } from './generated/Metadata'
import { namespaceOf } from './namespaces'

/** A site as a person knows it: its origin, or what it calls itself. Nothing of it is proven. */
export function siteOf(peer: Metadata | undefined): string {
  if (!peer) return 'A site'
  return URL.canParse(peer.url) ? new URL(peer.url).origin : peer.name
}

const OTHERS: { readonly [namespace: string]: string } = {
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}

/** A network by its CAIP-2 id, as a person knows it. */
export function networkNamed(chain: string): string {
  const hex = hexOf(chain)
  return hex === undefined ? (OTHERS[namespaceOf(chain)] ?? chain) : chainOf(hex).name
}

/** The hex quantity of a CAIP-2 id, where it is one of eip155. */
export function hexOf(chain: string): string | undefined {
  const [, reference] = /^eip155:(\d{1,16})$/.exec(chain) ?? []
  return reference === undefined ? undefined : `0x${BigInt(reference).toString(16)}`
}
