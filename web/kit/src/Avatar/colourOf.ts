/**
 * The colour of an account, `#rrggbb`: what the first six hexadecimal digits of `address` name. An
 * address of another alphabet is read digit by digit as far as it goes.
 */
export function colourOf(address: string): string {
  const digits = address.replace(/^0x|[^0-9a-f]/gi, '')
  return `#${digits.slice(0, 6).padEnd(6, '8').toLowerCase()}`
}
