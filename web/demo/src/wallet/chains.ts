/** A chain as the wallet shows it; `id` is the hex quantity of EIP-1193, without leading zeros. */
export type Chain = {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly rpcUrl?: string
  readonly explorer?: string
  readonly wasAdded?: boolean
}

/** The one chain that is really there: the local node of `latchkit dev`. */
export const LOCAL = '0x7a69'
export const ETHEREUM = '0x1'
/** A chain that no site lists. */
export const ELSEWHERE = '0x3e7'

export const CHAINS: readonly Chain[] = [
  { id: LOCAL, name: 'Localhost', symbol: 'ETH' },
  { id: ETHEREUM, name: 'Ethereum', symbol: 'ETH' },
  { id: ELSEWHERE, name: 'Elsewhere', symbol: 'ELSE' },
]

export const decimalOf = (id: string) => BigInt(id).toString()

export const chainOf = (id: string, added: readonly Chain[] = []): Chain =>
  [...CHAINS, ...added].find(chain => chain.id === id) ?? {
    id,
    name: `Chain ${decimalOf(id)}`,
    symbol: 'ETH',
  }

/** A hex quantity in its shortest form, or nothing when it is not one. */
export const chainIdFrom = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value)
    ? `0x${BigInt(value).toString(16)}`
    : undefined
