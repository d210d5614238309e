/**
 * An address with its middle cut out: `0xf39F…2266`. The `0x` of eip155 is not counted. One that is not
 * longer stays whole. No code point is halved.
 */
export function shortened(address: string, start = 4, end = 4): string {
  const head = (address.startsWith('0x') ? 2 : 0) + start
  const signs = [...address]
  if (signs.length <= head + end) return address
  return `${signs.slice(0, head).join('')}…${signs.slice(-end).join('')}`
}
