/**
 * What 2.21.8 accepts of proposals, sessions and requests. The rows named `strict…` it accepts too,
 * against CAIP-2, CAIP-25 or sense; ours refuses them.
 */

import { partOf } from './clients.mjs'

const oracle = partOf('2.21.8', '@walletconnect/utils')

const address = `0x${'ab'.repeat(20)}`
const sol = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const proposal = (chains, more) => ({ chains, methods: ['personal_sign'], events: [], ...more })
const session = (accounts, more) => ({
  accounts,
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged'],
  ...more,
})
const main = [`eip155:1:${address}`]
const both = [...main, `eip155:137:${address}`]

const proposals = [
  { eip155: proposal(['eip155:1']) },
  { eip155: proposal(['eip155:1', 'eip155:137']), solana: proposal([sol]) },
  { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
  { 'eip155:1': { methods: ['personal_sign'], events: [] } },
  { 'eip155:1': proposal(['eip155:1']) },
  { eip155: { methods: ['personal_sign'], events: [] } },
  { eip155: proposal([]) },
  { eip155: proposal(['1']) },
  { eip155: proposal(['eip155:1:2']) },
  { eip155: proposal(['eip155']) },
  { eip155: proposal(['']) },
  { eip155: proposal('eip155:1') },
  { eip155: { chains: ['eip155:1'], events: [] } },
  { eip155: { chains: ['eip155:1'], methods: [] } },
  { eip155: proposal(['eip155:1'], { methods: 'personal_sign' }) },
  { eip155: proposal(['eip155:1'], { methods: [''] }) },
  { eip155: proposal(['eip155:1'], { methods: [1] }) },
  { eip155: proposal(['eip155:1'], { events: [''] }) },
  { eip155: proposal(['eip155:1']), solana: proposal([]) },
]

const strictProposals = [
  { eip155: proposal(['solana:1']) },
  { e: proposal(['e:1']) },
  { eip155: proposal(['eip155:']) },
]

const sessions = [
  { eip155: session(main) },
  { eip155: session(both) },
  { eip155: session(both, { chains: ['eip155:1', 'eip155:137'] }) },
  {
    eip155: session(main),
    solana: session([`${sol}:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin`]),
  },
  { eip155: session(['eip155:1']) },
  { eip155: session([`eip155:1:${address}:2`]) },
  { eip155: session(['eip155:1:']) },
  { eip155: session([address]) },
  { eip155: session('eip155:1') },
  { eip155: session(undefined) },
  { eip155: session(main, { methods: undefined }) },
  { eip155: session(main, { methods: [''] }) },
  { eip155: session(main, { events: undefined }) },
  { eip155: session(main, { events: [1] }) },
  { eip155: session(main), solana: session(['solana']) },
]

const strictSessions = [
  { eip155: session([]) },
  { eip155: session([...main, `${sol}:x`]) },
  { e: session(['e:1:x']) },
]

const requests = [
  ['eip155:1', 'personal_sign'],
  ['eip155:137', 'personal_sign'],
  ['eip155:10', 'personal_sign'],
  ['eip155:1', 'eth_sign'],
  ['eip155:1', ''],
  ['', 'personal_sign'],
  [sol, 'personal_sign'],
  [sol, 'solana_signMessage'],
]
const approved = {
  eip155: session(both),
  solana: session([`${sol}:x`], { methods: ['solana_signMessage'], events: [] }),
}

const required = { eip155: proposal(['eip155:1'], { events: ['chainChanged'] }) }

const chains = ['eip155:1', sol, 'eip155', 'eip155:1:2', '', 'cosmos:cosmoshub-4']
const accounts = [
  ...both,
  `${sol}:x`,
  'eip155:1',
  'eip155:1:',
  '::',
  `eip155:1:${address}:x`,
  address,
]

const proposalRow = namespaces => ({
  namespaces,
  accepted: oracle.isValidRequiredNamespaces(namespaces, 'test', 'requiredNamespaces') === null,
})

const sessionRow = namespaces => ({
  namespaces,
  accepted: oracle.isValidNamespaces(namespaces, 'test') === null,
})

export const namespaceVectors = () => ({
  proposals: proposals.map(proposalRow),
  strictProposals: strictProposals.map(proposalRow),
  sessions: sessions.map(sessionRow),
  strictSessions: strictSessions.map(sessionRow),
  requests: {
    session: approved,
    rows: requests.map(([chain, method]) => ({
      chain,
      method,
      accepted:
        oracle.isValidNamespacesChainId(approved, chain) &&
        oracle.isValidNamespacesRequest(approved, chain, method),
    })),
    events: ['chainChanged', 'accountsChanged'].flatMap(name =>
      ['eip155:1', 'eip155:10', sol].map(chain => ({
        chain,
        name,
        accepted: oracle.isValidNamespacesEvent(approved, chain, name),
      })),
    ),
  },
  chains: chains.map(text => ({ text, accepted: Boolean(oracle.isValidChainId(text)) })),
  accounts: accounts.map(text => ({ text, accepted: Boolean(oracle.isValidAccountId(text)) })),
  merged: [
    [required, { eip155: proposal(['eip155:10'], { methods: ['eth_sign'] }) }],
    [required, {}],
    [{}, required],
    [{ 'eip155:5': { methods: ['eth_sign'], events: [] } }, { solana: proposal([sol]) }],
  ].map(([asked, optional]) => ({
    required: asked,
    optional,
    merged: oracle.mergeRequiredAndOptionalNamespaces(
      oracle.normalizeNamespaces(asked),
      oracle.normalizeNamespaces(optional),
    ),
  })),
})
