import { expect, test } from 'vitest'
import type { OpContext } from '../../../shell/src/ops/Perform'
import type { SpendAsk } from '../generated/SpendAsk'
import type { SpendWhat } from '../generated/SpendWhat'
import { grantedServer } from './grantedServer'

function asking(what: SpendWhat): string {
  const ask: SpendAsk = {
    server: { url: 'https://server.example', query: '' },
    account: '0x0',
    chain: 'eip155:1',
    currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    what,
  }
  return JSON.stringify(ask)
}

test('requests go to the server and the nodes that the engine named, and nowhere else', () => {
  const asked: string[] = []
  const replies: unknown[] = []
  const server = grantedServer(({ url }) => void asked.push(url))
  const context = { reply: (it: unknown) => replies.push(it) } as unknown as OpContext
  const fetch = (url: string) =>
    void server.fetch({ type: 'fetch', url, method: 'GET', headers: [], timeoutMs: 1 }, context)
  fetch('https://server.example/v1')
  server.grant(asking({ type: 'tokens' }))
  fetch('https://server.example/v1')
  fetch('https://server.example.evil.example/v1')
  fetch('https://server.example@evil.example/v1')
  fetch('no address')
  expect(asked).toEqual(['https://server.example/v1'])
  expect(replies).toHaveLength(4)
  asked.length = 0
  const own = { url: 'https://node.example/', headers: [] }
  const last = { url: 'https://last.example/', headers: [] }
  const fetchBoth = () => {
    for (const { url } of [own, last]) fetch(url)
  }
  fetchBoth()
  const nodes = { chain: 'eip155:1', own: [own], server: last }
  server.grant(asking({ type: 'sent', hash: '0x1', nodes }))
  fetchBoth()
  expect(asked).toEqual([own.url, last.url])
})
