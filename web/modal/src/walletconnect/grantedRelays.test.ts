import { expect, test } from 'vitest'
import { grantedRelays } from './grantedRelays'

const ask = (...urls: string[]) =>
  JSON.stringify({ wallet: 'a', config: { relays: urls.map(url => ({ url, projectId: 'b' })) } })

test('sockets may go where the engine said that a relay is, and nowhere before', () => {
  const { grant, origins } = grantedRelays()
  expect(origins()).toEqual([])
  grant(ask('wss://relay.example/relay', 'ws://localhost:8787/relay'))
  grant(ask('wss://relay.example', 'no address', 'wss://other.example:444/?a=b'))
  expect(origins()).toEqual([
    'wss://relay.example',
    'ws://localhost:8787',
    'wss://other.example:444',
  ])
})
