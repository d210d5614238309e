import type { PhoneProposal } from './generated/PhoneProposal'

/** What a page proposes, by namespace, as the Sign API writes it; chains by CAIP-2. */
type Proposed = {
  readonly [namespace: string]: {
    readonly chains: readonly string[]
    readonly methods: readonly string[]
    readonly events: readonly string[]
  }
}

/** What a wallet approves, by namespace; accounts by CAIP-10. */
export type Approved = {
  readonly [namespace: string]: {
    readonly chains: readonly string[]
    readonly accounts: readonly string[]
    readonly methods: readonly string[]
    readonly events: readonly string[]
  }
}

/** A network that a page proposes. */
export type ProposedNetwork = {
  readonly chain: string
  /** Whether the page has no use of a session without it. */
  readonly isRequired: boolean
}

/** What this phone does, by the namespaces that it has. */
const METHODS: { readonly [namespace: string]: readonly string[] } = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ],
  solana: ['solana_signMessage'],
}

const EVENTS = ['accountsChanged', 'chainChanged']

export const namespaceOf = (chain: string): string => chain.split(':')[0] ?? ''

/** What the page proposes of what this phone has, what is required first. */
export const served = (proposal: PhoneProposal): ProposedNetwork[] =>
  networks(proposal).filter(({ chain }) => Object.hasOwn(METHODS, namespaceOf(chain)))

/** What the page requires and this phone has not. */
export const missing = (proposal: PhoneProposal): string[] =>
  networks(proposal)
    .filter(({ chain, isRequired }) => isRequired && !Object.hasOwn(METHODS, namespaceOf(chain)))
    .map(({ chain }) => chain)

function networks({ required, optional }: PhoneProposal): ProposedNetwork[] {
  const chainsOf = (proposed: unknown) =>
    Object.values((proposed ?? {}) as Proposed).flatMap(({ chains }) => chains)
  const needed = chainsOf(required)
  const wished = chainsOf(optional).filter(chain => !needed.includes(chain))
  return [
    ...needed.map(chain => ({ chain, isRequired: true })),
    ...wished.map(chain => ({ chain, isRequired: false })),
  ]
}

/** What is approved: these chains, with the address of each, and of the methods those that this phone has. */
export function approve(
  { required, optional }: PhoneProposal,
  chains: readonly string[],
  addressOf: (namespace: string) => string,
): Approved {
  const namespaces = [...new Set(chains.map(namespaceOf))]
  const wanted = (namespace: string, what: 'methods' | 'events') =>
    [required, optional].flatMap(part => ((part ?? {}) as Proposed)[namespace]?.[what] ?? [])
  const both = (proposed: readonly string[], own: readonly string[] = []) => [
    ...new Set(proposed.filter(one => own.includes(one))),
  ]
  return Object.fromEntries(
    namespaces.map(namespace => {
      const own = chains.filter(chain => namespaceOf(chain) === namespace)
      return [
        namespace,
        {
          chains: own,
          accounts: own.map(chain => `${chain}:${addressOf(namespace)}`),
          methods: both(wanted(namespace, 'methods'), METHODS[namespace]),
          events: both(wanted(namespace, 'events'), EVENTS),
        },
      ]
    }),
  )
}

/** The chains that a session has of a namespace. */
export const chainsOf = (approved: Approved, namespace: string): string[] => [
  ...new Set(
    (approved[namespace]?.accounts ?? []).map(account => account.split(':').slice(0, 2).join(':')),
  ),
]

/** The same session with one address on each of these chains of a namespace. */
export function withAccounts(
  approved: Approved,
  namespace: string,
  chains: readonly string[],
  address: string,
): Approved {
  const part = approved[namespace]
  if (!part) return approved
  const accounts = chains.map(chain => `${chain}:${address}`)
  return { ...approved, [namespace]: { ...part, chains, accounts } }
}
