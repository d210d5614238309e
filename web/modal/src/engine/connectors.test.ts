import { expect, test } from 'vitest'
import type { Carrier } from '../generated/Carrier'
import type { Catalog } from '../generated/Catalog'
import type { Namespace } from '../generated/Namespace'
import { connectorsOf } from './connectors'

const inPage: Carrier = { type: 'page', handle: 1 }

const catalogOf = (carrier: Carrier, isInjected: boolean, ...namespaces: Namespace[]): Catalog => {
  const providers = namespaces.map(namespace => ({ namespace, carrier, isInjected }))
  const wallet = { id: 'a', name: 'A', providers, isDouble: false }
  return {
    rows: [{ kind: 'installed', wallet }],
    methods: [],
    isCollapsed: false,
    isLoading: false,
  }
}

test.each([
  ['ANNOUNCED', catalogOf(inPage, false, 'eip155')],
  ['INJECTED', catalogOf(inPage, true, 'cosmos')],
  ['WALLET_CONNECT', catalogOf({ type: 'module', name: 'phones' }, false, 'solana')],
  ['MULTI_CHAIN', catalogOf(inPage, false, 'eip155', 'solana')],
])('a connector is %s', (type, catalog) => {
  for (const connector of connectorsOf(catalog)) expect(connector.type).toBe(type)
})
