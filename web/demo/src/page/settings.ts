import { QUIRKS, type Quirk, quirkById } from '../wallet/quirks'

/** What the address of the page asks for; see the table on the page or in README.md. */
export type Settings = {
  readonly wallets: readonly Quirk[]
  /** How long a wallet takes to announce itself. */
  readonly delayMsOf: (quirk: Quirk) => number
  readonly hasSecondInstance: boolean
  readonly hasOwnDialog: boolean
  /** False only for `create=0`: then the package is imported, and nothing is created. */
  readonly creates: boolean
}

export function readSettings(search: URLSearchParams): Settings {
  const wallets = readWallets(search)
  const late = search.get('late')
  const isLateListed = wallets.some(quirk => quirk.id === 'late')
  return {
    wallets,
    delayMsOf: quirk => {
      const isMeant = quirk.id === 'late' || !isLateListed
      return late !== null && isMeant ? Number(late) : quirk.announcesAfterMs
    },
    hasSecondInstance: search.get('instances') === '2',
    hasOwnDialog: search.get('modal') === '1',
    creates: search.get('create') !== '0',
  }
}

/** `wallet` may be repeated and may hold a list; without it there is the normal one, `wallets=none` leaves all out. */
function readWallets(search: URLSearchParams): readonly Quirk[] {
  if (search.get('wallets') === 'none') return []
  if (search.get('wallets') === 'all') return QUIRKS
  const asked = search.getAll('wallet').flatMap(list => list.split(','))
  const known = [...new Set(asked)].flatMap(id => quirkById(id.trim()) ?? [])
  return known.length > 0 ? known : QUIRKS.slice(0, 1)
}
