import type { LatchkitOptions } from '../../../modal/src/entry/main'
import { type ChainWallet, isChainWallet } from '../wallet/namespaces/ids'
import { QUIRKS, type Quirk, quirkById } from '../wallet/quirks'
import { type DemoNamespace, NETWORKS } from './networks'

/** Where page and phone fit beside each other. */
const WIDE = '(width >= 1100px)'

/** What the address of the page asks for; see the table on the page or in README.md. */
export type Settings = {
  readonly wallets: readonly Quirk[]
  /** Those of other namespaces; `multi` is one of `wallets` too. */
  readonly chainWallets: readonly ChainWallet[]
  /** The other namespaces whose networks the site offers. */
  readonly namespaces: readonly DemoNamespace[]
  /** How long a wallet takes to announce itself. */
  readonly delayMsOf: (quirk: Quirk) => number
  readonly hasSecondInstance: boolean
  readonly hasOwnDialog: boolean
  /** The dev phone is shown beside the modal, which then has a place in the page. */
  readonly hasPhoneBeside: boolean
  /** False only for `create=0`: then the package is imported, and nothing is created. */
  readonly creates: boolean
  /** Options of the package besides the site's own, or instead of them. */
  readonly options: Partial<LatchkitOptions>
}

export function readSettings(search: URLSearchParams): Settings {
  const wallets = readWallets(search)
  const late = search.get('late')
  const isLateListed = wallets.some(quirk => quirk.id === 'late')
  return {
    wallets,
    chainWallets: askedFor(search, 'wallet').filter(isChainWallet),
    namespaces: askedFor(search, 'networks').filter(name =>
      Object.hasOwn(NETWORKS, name),
    ) as DemoNamespace[],
    delayMsOf: quirk => {
      const isMeant = quirk.id === 'late' || !isLateListed
      return late !== null && isMeant ? Number(late) : quirk.announcesAfterMs
    },
    hasSecondInstance: search.get('instances') === '2',
    hasOwnDialog: search.get('modal') === '1',
    hasPhoneBeside: search.get('phone') === '1' && matchMedia(WIDE).matches,
    creates: search.get('create') !== '0',
    options: JSON.parse(search.get('options') ?? '{}'),
  }
}

/** `wallet` may be repeated and may hold a list; without it there is the normal one, `wallets=none` leaves all out. */
function readWallets(search: URLSearchParams): readonly Quirk[] {
  if (search.get('wallets') === 'none') return []
  if (search.get('wallets') === 'all') return QUIRKS
  const asked = askedFor(search, 'wallet')
  const known = asked.flatMap(id => quirkById(id) ?? [])
  return known.length > 0 || asked.some(isChainWallet) ? known : QUIRKS.slice(0, 1)
}

/** What a parameter lists, each once. */
const askedFor = (search: URLSearchParams, parameter: string): string[] => [
  ...new Set(search.getAll(parameter).flatMap(list => list.split(',').map(id => id.trim()))),
]
