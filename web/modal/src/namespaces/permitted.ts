import { quietly } from './stranger'

const key = '@latchkit:permitted'

/**
 * Where a wallet of some APIs was permitted, one line each: they answer without a window once they were,
 * but have no way to ask whether they are. Kept in local storage, where it can be.
 */
export function permittedOf(id: string) {
  const all = (): string[] => quietly(() => localStorage.getItem(key))?.split('\n') ?? []
  const line = (chain: string) => `${id} ${chain}`
  const write = (lines: readonly string[]) =>
    quietly(() => localStorage.setItem(key, [...new Set(lines)].join('\n')))
  return {
    has: (chain: string) => all().includes(line(chain)),
    add: (chain: string) => write([...all(), line(chain)].filter(Boolean)),
    /** Takes back all that this wallet was permitted. */
    clear: () => write(all().filter(one => !one.startsWith(`${id} `))),
  }
}
