import { expect, test } from 'vitest'
import type { Catalog } from '../generated/Catalog'
import type { Namespace } from '../generated/Namespace'
import type { ProviderKind } from '../generated/ProviderKind'
import { connectorsOf } from './connectors'

const catalogOf = (kind: ProviderKind, ...namespaces: Namespace[]): Catalog => {
  const carrier = { type: 'page', handle: 1 } as const
  const providers = namespaces.map(namespace => ({ namespace, carrier, kind }))
  const wallet = { id: 'a', name: 'A', providers, isDouble: false, isReached: false }
  return {
    rows: [{ kind: 'installed', wallet }],
    methods: [],
    isCollapsed: false,
    isLoading: false,
    awaited: 0,
    awaitedFrom: 0,
    awaitsAll: false,
  }
}

test.each([
  ['ANNOUNCED', catalogOf('ANNOUNCED', 'eip155')],
  ['INJECTED', catalogOf('INJECTED', 'cosmos')],
  ['WALLET_CONNECT', catalogOf('WALLET_CONNECT', 'solana')],
  ['AUTH', catalogOf('AUTH', 'eip155')],
])('a connector is %s', (type, catalog) => {
  expect(connectorsOf(catalog).map(connector => connector.type)).toEqual([type])
})

test('that of a wallet of several namespaces is MULTI_CHAIN, on each of them', () => {
  const connectors = connectorsOf(catalogOf('ANNOUNCED', 'eip155', 'solana'))
  expect(connectors.map(({ type, chain }) => [type, chain])).toEqual([
    ['MULTI_CHAIN', 'eip155'],
    ['MULTI_CHAIN', 'solana'],
  ])
})
