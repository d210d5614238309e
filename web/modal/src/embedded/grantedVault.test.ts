import { expect, test } from 'vitest'
import type { OpContext } from '../../../shell/src/ops/Perform'
import { grantedVault } from './grantedVault'

const asking = (vaultUrl: string) =>
  JSON.stringify({ type: 'frame', of: { vaultUrl, projectId: 'a', chain: 'eip155:1' } })

function granting() {
  const placed: string[] = []
  const replies: unknown[] = []
  const vault = grantedVault(({ url }) => void placed.push(url))
  const context = { reply: (it: unknown) => replies.push(it) } as unknown as OpContext
  const frame = (url: string) => void vault.frame({ type: 'frame', url, hello: 'HELLO' }, context)
  return { grant: vault.grant, frame, placed, replies }
}

test('a frame is of the vault that the engine named, and of nobody else', () => {
  const { grant, frame, placed, replies } = granting()
  frame('https://vault.example/frame')
  grant(asking('https://vault.example'))
  frame('https://vault.example/frame?a=b')
  for (const url of [
    'https://vault.example.evil.example/frame',
    'https://vault.example@evil.example/frame',
    'http://vault.example/frame',
    'https://vault.example:444/frame',
    'blob:https://vault.example/a',
    'no address',
  ])
    frame(url)
  expect(placed).toEqual(['https://vault.example/frame?a=b'])
  expect(replies).toEqual(
    Array(7).fill({ type: 'failed', reason: 'this page does not grant frames of others' }),
  )
})

test('the one that is named last counts, and other asks name none', () => {
  const { grant, frame, placed } = granting()
  grant(asking('https://vault.example'))
  grant(asking('https://other.example'))
  grant(JSON.stringify({ type: 'show', view: 'EmailLogin' }))
  frame('https://vault.example/frame')
  frame('https://other.example/frame')
  expect(placed).toEqual(['https://other.example/frame'])
})

test('what is no page of the web is granted to nobody', () => {
  const { grant, frame, placed, replies } = granting()
  for (const url of ['javascript:0', 'data:text/html,a', 'file:///a', 'no address']) {
    grant(asking(url))
    frame(url)
  }
  expect(placed).toEqual([])
  expect(replies).toHaveLength(4)
})
