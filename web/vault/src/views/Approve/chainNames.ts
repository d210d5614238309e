import { nativeCurrencies } from '../../generated/nativeCurrencies.ts'

/** A chain as people call it, or by its number where they have no word for it. `chain` says of which namespace a bare number is. */
export function chainName(value: string, chain: string): string {
  const id = value.includes(':') ? value : `${chain.split(':')[0]}:${value}`
  return nativeCurrencies[id]?.name ?? value
}
