import { expect, test } from 'vitest'
import type { Transaction } from '../../generated/Transaction.ts'
import { dayText, months } from './months.ts'

const made = (minedAt: string) => ({ id: minedAt, metadata: { minedAt } }) as Transaction

test('a month of this year is called by its name, one before with its year; their order stays', () => {
  const all = ['2023-11-14T12:00:00Z', '2023-11-02T12:00:00Z', '2022-12-24T12:00:00Z'].map(made)
  const now = new Date('2023-11-20T12:00:00Z').getTime()
  expect(months('en', all, now).map(it => [it.title, it.transactions.length])).toEqual([
    ['November', 2],
    ['December 2022', 1],
  ])
  expect(months('de', all, now).map(it => it.title)).toEqual(['November', 'Dezember 2022'])
})

test('a day is written as its language does; what is none is left out', () => {
  expect(dayText('en', '2023-11-14T12:00:00Z')).toBe('Nov 14')
  expect(dayText('de', '2023-11-14T12:00:00Z')).toBe('14. Nov.')
  expect(months('en', [made('yesterday')], 0)).toEqual([])
})
