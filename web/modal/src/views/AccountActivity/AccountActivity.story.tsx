import type { Activity } from '../../generated/Activity.ts'
import { account } from '../../generated/fixtures/account.ts'
import type { Transaction } from '../../generated/Transaction.ts'
import type { Transfer } from '../../generated/Transfer.ts'

export const title = 'AccountActivity'

const { activity, noActivity, activityFailed } = account
const { of, page } = activity.activity

const doing = (change: Partial<Activity>) => ({
  ...activity,
  activity: { ...activity.activity, ...change },
})

const much = (direction: string, numeric: string): Transfer => ({
  fungible_info: { name: 'A Token With An Extraordinarily Long Name', symbol: 'EXTRALONG' },
  direction,
  quantity: { numeric },
})

/** What other servers tell: what is not over, words that are none of ours, and more than two that moved. */
const [first, second] = page.transactions as [Transaction, Transaction]
const transactions = [
  { ...first, metadata: { ...first.metadata, status: 'pending' } },
  second,
  {
    ...second,
    id: 'other',
    metadata: {
      ...second.metadata,
      operationType: 'Bridge_out',
      minedAt: '2022-12-24T18:00:00Z',
    },
    transfers: [much('out', '123456789.123456'), much('in', '123456789.1'), much('in', '0.00001')],
  },
]

export const states = {
  activity,
  noActivity,
  failed: activityFailed,
  others: doing({ page: { ...page, transactions } }),
  adding: doing({ isAdding: true }),
  behind: doing({
    page: { ...page, next: undefined, coverage: { hasNative: true, isBehind: true } },
  }),
  reading: doing({ step: 'reading', page: undefined }),
  stale: doing({ step: 'failed' }),
  unknown: { ...activity, activity: { of, step: 'unknown' as const, isAdding: false, sent: [] } },
  sent: account.sent,
  sentUnlisted: {
    ...account.sent,
    activity: { ...account.sent.activity, step: 'unknown' as const, page: undefined },
  },
}
