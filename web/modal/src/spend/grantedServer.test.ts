import { expect, test } from 'vitest'
import type { OpContext } from '../../../shell/src/ops/Perform'
import { grantedServer } from './grantedServer'

test('requests go to the server and the nodes that the engine named, and nowhere else', () => {
  const asked: string[] = []
  const replies: unknown[] = []
  const server = grantedServer(({ url }) => void asked.push(url))
  const context = { reply: (it: unknown) => replies.push(it) } as unknown as OpContext
  const fetch = (url: string) =>
    void server.fetch({ type: 'fetch', url, method: 'GET', headers: [], timeoutMs: 1 }, context)
  fetch('https://server.example/v1')
  const named = { server: { url: 'https://server.example' }, what: {} }
  server.grant(JSON.stringify(named))
  fetch('https://server.example/v1')
  fetch('https://server.example.evil.example/v1')
  fetch('https://server.example@evil.example/v1')
  fetch('no address')
  expect(asked).toEqual(['https://server.example/v1'])
  expect(replies).toHaveLength(4)
  fetch('https://node.example/')
  server.grant(
    JSON.stringify({
      ...named,
      what: { nodes: { own: [{ url: 'https://node.example' }], server: { url: '' } } },
    }),
  )
  fetch('https://node.example/')
  expect(asked).toEqual(['https://server.example/v1', 'https://node.example/'])
})
