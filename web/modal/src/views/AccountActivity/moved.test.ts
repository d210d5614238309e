import { expect, test } from 'vitest'
import type { Transaction } from '../../generated/Transaction.ts'
import { cleaned, linkOf, told } from './moved.ts'

const moving = (...directions: string[]) =>
  ({ transfers: directions.map(direction => ({ direction })) }) as Transaction

test.for([
  [['in'], ['in'], 0],
  [['in', 'out'], ['out', 'in'], 0],
  [['out', 'out', 'in', 'in'], ['out', 'in'], 2],
  [['in', 'in', 'in'], ['in'], 2],
  [[], [], 0],
] as const)('of %s it tells of %s, and of %i more', ([directions, shown, more]) => {
  const all = told(moving(...directions))
  expect([all.shown.map(it => it.direction), all.more]).toEqual([shown, more])
})

test.for([
  ['setApprovalForAll', 'SetApprovalForAll'],
  ['<b>bridge_out</b>', 'B bridge out b'],
  ['', ''],
] as const)('a word of a server, %s, is shown as %s', ([word, shown]) => {
  expect(cleaned(word)).toBe(shown)
})

test('a transaction is looked up at an encrypted address or nowhere', () => {
  const hash = '0x01'
  expect(linkOf('https://explorer.example/tx/', hash)).toBe('https://explorer.example/tx/0x01')
  expect(linkOf('https://explorer.example/tx/', '../x?y')).toBe(
    'https://explorer.example/tx/..%2Fx%3Fy',
  )
  for (const url of ['http://explorer.example/', 'javascript:alert(1)//', 'no', undefined])
    expect(linkOf(url, hash)).toBeUndefined()
})
