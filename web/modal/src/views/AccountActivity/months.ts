import type { Transaction } from '../../generated/Transaction.ts'

type Month = { title: string; transactions: Transaction[] }

/**
 * Transactions by the month in which they were made, as the visitor's clock has it, in their order. A month
 * of this year is called by its name alone.
 */
export function months(
  locale: string,
  transactions: readonly Transaction[],
  nowMs: number,
): Month[] {
  const thisYear = new Date(nowMs).getFullYear()
  const found = new Map<string, Month>()
  for (const transaction of transactions) {
    const at = new Date(transaction.metadata.minedAt)
    if (Number.isNaN(at.getTime())) continue
    const year = at.getFullYear()
    const key = `${year} ${at.getMonth()}`
    const isThis = year === thisYear
    const month = found.get(key) ?? { title: monthText(locale, at, isThis), transactions: [] }
    month.transactions.push(transaction)
    found.set(key, month)
  }
  return [...found.values()]
}

const monthText = (locale: string, at: Date, isThisYear: boolean) =>
  new Intl.DateTimeFormat(locale, {
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(at)

/** The day of a moment, without its year. */
export const dayText = (locale: string, moment: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(new Date(moment))

/** The day of a moment, whole. */
export const wholeDayText = (locale: string, moment: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(moment))

/** The time of day of a moment, in milliseconds since 1970. */
export const timeText = (locale: string, atMs: number): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(atMs)
