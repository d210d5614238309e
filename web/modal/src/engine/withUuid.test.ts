import { expect, test, vi } from 'vitest'
import { withUuid } from './withUuid'

const provider = () => ({ request: async () => null })

test('a wallet object has one uuid in all namespaces, which nobody can guess', () => {
  const registry = { announce: vi.fn() }
  const announce = withUuid(registry)
  const again = withUuid(registry)
  const source = {}
  announce({ namespace: 'solana', rdns: 'A', name: 'A' }, provider(), source)
  again({ namespace: 'bip122', rdns: 'A', name: 'A' }, provider(), source)
  announce({ rdns: 'safe', name: 'Safe' }, provider())
  const uuids = registry.announce.mock.calls.map(([{ uuid }]) => uuid)
  expect(uuids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuids[1]).toBe(uuids[0])
  expect(uuids[2]).not.toBe(uuids[0])
})
