import { nativeCurrencies } from '../../generated/nativeCurrencies.ts'

/** What a chain of a namespace counts in, where nobody knows the chain itself. */
const DECIMALS: { readonly [namespace: string]: number } = { eip155: 18, solana: 9 }

/**
 * A decimal number as a language writes it, to its last digit: what is approved is not rounded. Text, since no float
 * holds it.
 */
export function amountOf(tag: string, value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 100 }).format(value as `${number}`)
}

/** An amount in the smallest unit of a chain's own currency, in whole ones; its sign where that is known. */
export function nativeOf(
  tag: string,
  chain: string,
  units: string,
): { amount: string; symbol?: string | undefined } {
  const known = nativeCurrencies[chain]
  const decimals = known?.decimals ?? DECIMALS[chain.split(':')[0] ?? ''] ?? 0
  return { amount: amountOf(tag, shifted(units, decimals)), symbol: known?.symbol }
}

/** `1500000` by 6 is `1.5`. */
export function shifted(units: string, decimals: number): string {
  if (!/^\d+$/.test(units)) return units
  const digits = units.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part ? `${whole}.${part}` : whole
}
