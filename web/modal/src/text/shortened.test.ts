import { expect, test } from 'vitest'
import { shortened } from './shortened'

const anvil = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('four and four of what is behind the 0x', () => {
  expect(shortened(anvil)).toBe('0xf39F…2266')
  expect(shortened(anvil, 6, 2)).toBe('0xf39Fd6…66')
  expect(shortened('So11111111111111111111111111111111111111112')).toBe('So11…1112')
})

test('no code point is halved', () => {
  expect(shortened('🦊🦊🦊🦊🦊🐙🐙🐙🐙')).toBe('🦊🦊🦊🦊…🐙🐙🐙🐙')
})

test('what would not get shorter stays whole', () => {
  expect(shortened('0x12345678')).toBe('0x12345678')
  expect(shortened('0x123456789')).toBe('0x1234…6789')
})
