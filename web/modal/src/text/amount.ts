/**
 * An amount of a currency, decimal text, as a language writes it: three decimals, the rest cut off, so
 * that nobody is shown more than there is.
 */
export const amountText = (locale: string, value: string): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
    roundingMode: 'trunc',
  }).format(value as `${number}`)
