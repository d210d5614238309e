import { expect, test } from 'vitest'
import { amountText } from './amount'

test.for([
  ['0', '0'],
  ['9999.8999', '9,999.899'],
  ['10000', '10,000'],
  ['0.000999999999999999', '0'],
  ['0.001', '0.001'],
  ['999.9999', '999.999'],
  ['1234567.5', '1,234,567.5'],
  // No float holds these.
  ['9007199254740993', '9,007,199,254,740,993'],
  [
    '115792089237316195423570985008687907853.269',
    '115,792,089,237,316,195,423,570,985,008,687,907,853.269',
  ],
] as const)('%s is shown as %s', ([value, shown]) => {
  expect(amountText('en', value)).toBe(shown)
})

test('each language has signs of its own', () => {
  expect(amountText('de', '1234567.5')).toBe('1.234.567,5')
})
