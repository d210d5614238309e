import { amountText } from './amount.ts'

/** Dollars with two decimals, the rest cut off; a little is not nothing: `<$0.01`. */
export const dollarText = (locale: string, value: number): string =>
  dollarParts(locale, value).join('')

/** What one of something costs: of a cheap thing as many decimals as tell, three that are not zero. */
export function priceText(locale: string, value: number): string {
  if (value === 0 || value >= 0.1) return dollarText(locale, value)
  return dollars(locale, { maximumSignificantDigits: 3 }).format(exact(value))
}

/** Such dollars, as what stands before the cents, they with their sign, and what follows. */
export function dollarParts(locale: string, value: number): [string, string, string] {
  const isLittle = value > 0 && value < 0.01
  const whole = dollars(locale).formatToParts(exact(isLittle ? 0.01 : value))
  if (isLittle) whole.unshift({ type: 'literal', value: '<' })
  const text = (some: Intl.NumberFormatPart[]) => some.map(part => part.value).join('')
  const start = whole.findIndex(({ type }) => type === 'decimal')
  const end = whole.findIndex(({ type }) => type === 'fraction') + 1
  return [text(whole.slice(0, start)), text(whole.slice(start, end)), text(whole.slice(end))]
}

/** How much of something there is; a little is not nothing: `<0.001`. */
export function quantityText(locale: string, numeric: string): string {
  const isLittle = Number(numeric) > 0 && Number(numeric) < 0.001
  return isLittle ? `<${amountText(locale, '0.001')}` : amountText(locale, numeric)
}

/** As it is written: its nearest double may be a little less, and would be cut to a cent less. */
const exact = (value: number) => String(value) as `${number}`

const dollars = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    roundingMode: 'trunc',
    ...options,
  })
