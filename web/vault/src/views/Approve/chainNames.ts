import { nativeCurrencies } from '../../generated/nativeCurrencies.ts'

/** A chain as people call it, with its number: `Polygon (137)`. `chain` says of which namespace a bare number is. */
export function chainName(value: string, chain: string): string {
  const id = value.includes(':') ? value : `${chain.split(':')[0]}:${value}`
  const name = nativeCurrencies[id]?.name
  const reference = id.slice(id.indexOf(':') + 1)
  return name ? `${name} (${reference.slice(0, 8)})` : value
}
