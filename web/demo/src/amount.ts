const DECIMALS = 18

/** Ether as a person types it to wei; nothing when it is no plain decimal number or too fine. */
export function etherToWei(typed: string): bigint | undefined {
  const match = /^(\d{1,30})(?:\.(\d{0,18}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}

/** Wei as exact ether, without zeros at the end. */
export function weiToEther(wei: bigint): string {
  const digits = wei.toString().padStart(DECIMALS + 1, '0')
  const whole = digits.slice(0, -DECIMALS)
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** An exact amount as the page shows it: three decimals at most, the rest cut off. */
export const shortAmount = (exact: string): string =>
  new Intl.NumberFormat('en-US', {
    maximumFractionDigits: 3,
    roundingMode: 'trunc',
  }).format(exact as `${number}`)
