import { warnOnce } from '../../../shell/src/all/warnOnce'
import { readStored, unreadable, writeStored } from '../all/stored'

const key = '@latchkit:permitted'

/**
 * Where a wallet of some APIs was permitted, one line each: they answer without a window once they were,
 * but have no way to ask whether they are. Kept in local storage, where it can be.
 */
export function permittedOf(id: string) {
  const all = (): string[] => readStored(key, isLines, key => warnOnce(unreadable(key))) ?? []
  const line = (chain: string) => `${id} ${chain}`
  const write = (lines: readonly string[]) => writeStored(key, [...new Set(lines)])
  return {
    has: (chain: string) => all().includes(line(chain)),
    add: (chain: string) => write([...all(), line(chain)]),
    /** Takes back all that this wallet was permitted. */
    clear: () => write(all().filter(one => !one.startsWith(`${id} `))),
  }
}

const isLines = (lines: string[]): boolean =>
  Array.isArray(lines) && lines.every(line => typeof line === 'string')
