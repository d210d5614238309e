import { expect, test } from 'vitest'
import type { OpContext } from '../../../shell/src/ops/Perform'
import { grantedServer } from './grantedServer'

test('requests go to the server that the engine named, and nowhere else', () => {
  const asked: string[] = []
  const replies: unknown[] = []
  const server = grantedServer(({ url }) => void asked.push(url))
  const context = { reply: (it: unknown) => replies.push(it) } as unknown as OpContext
  const fetch = (url: string) =>
    void server.fetch({ type: 'fetch', url, method: 'GET', headers: [], timeoutMs: 1 }, context)
  fetch('https://server.example/v1')
  server.grant(JSON.stringify({ server: { url: 'https://server.example' } }))
  fetch('https://server.example/v1')
  fetch('https://server.example.evil.example/v1')
  fetch('https://server.example@evil.example/v1')
  fetch('no address')
  expect(asked).toEqual(['https://server.example/v1'])
  expect(replies).toHaveLength(4)
})
