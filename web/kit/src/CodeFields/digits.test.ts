import { expect, test } from 'vitest'
import { digitsIn } from './digits.ts'

test.for([
  ['', ''],
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['Your code: 123456.', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['१२३४५६', '123456'],
  ['1\u200b2\u00a03\t4\n5 6', '123456'],
  ['①②③', '123'],
  ['abc', ''],
  ['𝟏𝟐', '12'],
] as const)('"%s" has the digits %s', ([text, digits]) => {
  expect(digitsIn(text)).toBe(digits)
})
