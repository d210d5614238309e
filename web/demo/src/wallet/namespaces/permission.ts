import type { Permission } from './DevSide'

/** What a wallet remembers of this site, at `dev-wallet:<id>` in local storage: reloads and tabs agree. */
export function permissionOf(id: string): Permission {
  const key = `dev-wallet:${id}`
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  addEventListener('storage', event => {
    if (event.key === key || event.key === null) tell()
  })
  return {
    isGiven: () => localStorage.getItem(key) === 'allowed',
    give: () => {
      localStorage.setItem(key, 'allowed')
      tell()
    },
    take: () => {
      localStorage.removeItem(key)
      tell()
    },
    onChange: listener => listeners.add(listener),
  }
}
