import { expect, test } from 'vitest'
import { dollarParts, dollarText, priceText, quantityText } from './money.ts'

test.for([
  [0, '$0.00'],
  [0.004, '<$0.01'],
  [0.29, '$0.29'],
  [1.999, '$1.99'],
  [12818.84, '$12,818.84'],
] as const)('%s dollars: %s', ([value, text]) => {
  expect(dollarText('en', value)).toBe(text)
})

test.for([
  [3131.855, '$3,131.85'],
  [1, '$1.00'],
  [0.42, '$0.42'],
  [0.01314, '$0.0131'],
  [0.00000123456, '$0.00000123'],
  [1.5e-7, '$0.00000015'],
] as const)('one costs %s: %s', ([value, text]) => {
  expect(priceText('en', value)).toBe(text)
})

test.for([
  ['0', '0'],
  ['0.0004', '<0.001'],
  ['0.10250001', '0.102'],
  ['123456789.123456', '123,456,789.123'],
] as const)('a quantity of %s: %s', ([numeric, text]) => {
  expect(quantityText('en', numeric)).toBe(text)
})

test('the cents stand where the language has them', () => {
  expect(dollarParts('en', 4218.07)).toEqual(['$4,218', '.07', ''])
  expect(dollarParts('en', 3)).toEqual(['$3', '.00', ''])
  expect(dollarParts('en', 0.004)).toEqual(['<$0', '.01', ''])
  expect(dollarParts('de', 4218.07).join('|')).toMatch(/^4\.218\|,07\|\s\$$/)
})
