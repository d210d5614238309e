import { expect, test } from 'vitest'
import type { PhoneProposal } from './generated/PhoneProposal'
import { approve, chainsOf, missing, served, withAccounts } from './namespaces'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const proposal = (required: unknown, optional: unknown): PhoneProposal => ({
  id: 'a',
  peer: { name: 'Site', description: '', url: 'https://site.example', icons: [] },
  required,
  optional,
})

const part = (chains: string[], methods: string[], events: string[] = []) => ({
  chains,
  methods,
  events,
})

test('what is required stands first, and what this phone has not is told', () => {
  const asked = proposal(
    { eip155: part(['eip155:1'], ['personal_sign']), bip122: part(['bip122:0'], []) },
    { eip155: part(['eip155:31337', 'eip155:1'], []), solana: part([SOLANA], []) },
  )
  expect(served(asked)).toEqual([
    { chain: 'eip155:1', isRequired: true },
    { chain: 'eip155:31337', isRequired: false },
    { chain: SOLANA, isRequired: false },
  ])
  expect(missing(asked)).toEqual(['bip122:0'])
})

test('approved are the chosen chains with an address each, and the methods and events that both know', () => {
  const asked = proposal(
    { eip155: part(['eip155:1'], ['personal_sign', 'eth_sign'], ['chainChanged', 'message']) },
    {
      eip155: part(['eip155:31337'], ['eth_sendTransaction', 'personal_sign'], ['chainChanged']),
      solana: part([SOLANA], ['solana_signMessage', 'solana_signTransaction']),
    },
  )
  const chosen = ['eip155:1', 'eip155:31337']
  expect(approve(asked, chosen, () => '0xa')).toEqual({
    eip155: {
      chains: chosen,
      accounts: ['eip155:1:0xa', 'eip155:31337:0xa'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged'],
    },
  })
  const solana = approve(asked, [SOLANA], namespace => namespace)
  expect(solana.solana).toMatchObject({
    accounts: [`${SOLANA}:solana`],
    methods: ['solana_signMessage'],
  })
})

test('another address or another chain is a new list of accounts, and leaves the rest as it is', () => {
  const before = {
    eip155: { ...part(['eip155:1'], ['personal_sign']), accounts: ['eip155:1:0xa'] },
    solana: { ...part([SOLANA], []), accounts: [`${SOLANA}:b`] },
  }
  expect(chainsOf(before, 'eip155')).toEqual(['eip155:1'])
  const after = withAccounts(before, 'eip155', ['eip155:1', 'eip155:999'], '0xc')
  expect(after.eip155).toEqual({
    ...part(['eip155:1', 'eip155:999'], ['personal_sign']),
    accounts: ['eip155:1:0xc', 'eip155:999:0xc'],
  })
  expect(after.solana).toBe(before.solana)
  expect(withAccounts(before, 'cosmos', ['cosmos:a'], 'd')).toBe(before)
})
