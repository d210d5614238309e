import en from 'virtual:latchkit-frame/text/en/later'
import { expect, test } from 'vitest'
import type { RowKind } from '../../generated/RowKind.ts'
import { chainName } from './chainNames.ts'
import { amountOf, shifted } from './money.ts'
import { drawn, groups } from './values.ts'

const drawing = { tag: 'en', chain: 'eip155:1', words: en.Approve }

test.for<[RowKind, string, string]>([
  ['text', 'Permit', 'Permit'],
  ['native', '1250000000000000000', '1.25\u00a0ETH'],
  ['native', '1', '0.000000000000000001\u00a0ETH'],
  ['native', '0', '0\u00a0ETH'],
  [
    'native',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.584007913129639935\u00a0ETH',
  ],
  ['tokens', '2.500000', '2.5'],
  ['units', '2500000', '2,500,000 of its smallest units'],
  ['unlimited', '115792', 'All, without limit'],
  ['never', '9'.repeat(40), 'Never'],
  ['number', '9007199254740993', '9,007,199,254,740,993'],
  ['moment', '8640000000000001', '8640000000000001'],
  ['chain', 'eip155:1', 'Ethereum'],
  ['chain', '1', 'Ethereum'],
  ['chain', '424242', '424242'],
  ['chain', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
  ['bytes', '0x3593564c', '0x3593564c'],
  ['inTable', 'Table1111#3', 'Table1111#3'],
  ['right', 'mint', 'To make tokens'],
  ['right', 'constructor', 'constructor'],
])('%s %s is drawn as %s', ([kind, value, text]) => {
  expect(drawn({ kind, value }, drawing).text).toBe(text)
})

test('what may be the number of a piece is of no units', () => {
  const row = { label: 'amountOrTokenId', value: '1234', kind: 'units' } as const
  expect(drawn(row, drawing).text).toBe('1,234')
})

test('on a chain that nobody knows an amount has no sign', () => {
  const elsewhere = { ...drawing, chain: 'eip155:424242' }
  expect(drawn({ kind: 'native', value: '1500000000000000000' }, elsewhere).text).toBe(
    '1.5 in the currency of the network',
  )
})

test('no digit is rounded away, and no text taken for a number', () => {
  expect(amountOf('en', '0.123456789012345678901234567890')).toBe('0.12345678901234567890123456789')
  expect(amountOf('de', '1234.5')).toBe('1.234,5')
  expect(amountOf('en', '1e3')).toBe('1e3')
  expect(shifted('5', 0)).toBe('5')
  expect(shifted('x', 2)).toBe('x')
})

test('what is compared is in groups of four, the 0x apart from the count', () => {
  expect(groups('0x70997970C51812dc').join(' ')).toBe('0x7099 7970 C518 12dc')
  expect(groups('So11111111111').join(' ')).toBe('So11 1111 1111 1')
  expect(groups('0x')).toEqual(['0x'])
  expect(groups('')).toEqual([''])
})

test('a chain of another namespace is not taken for one of this', () => {
  expect(chainName('solana:1', 'eip155:1')).toBe('solana:1')
})
