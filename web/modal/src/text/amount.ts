/**
 * An amount of a currency, decimal text, as a language writes it: three decimals at most, the rest cut
 * off, so that nobody is shown more than there is. No zeros at the end: `10,000.000` reads as ten million
 * to half the world.
 */
export const amountText = (locale: string, value: string): string =>
  new Intl.NumberFormat(locale, {
    maximumFractionDigits: 3,
    roundingMode: 'trunc',
  }).format(value as `${number}`)
