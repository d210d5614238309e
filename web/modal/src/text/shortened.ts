/**
 * An address with its middle cut out: `0xf39F…2266`. The `0x` of eip155 is not counted. One that is not
 * longer stays whole.
 */
export function shortened(address: string, start = 4, end = 4): string {
  const head = (address.startsWith('0x') ? 2 : 0) + start
  return address.length <= head + end ? address : `${address.slice(0, head)}…${address.slice(-end)}`
}
