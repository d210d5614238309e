import type { Activity } from '../../generated/Activity.ts'
import type { ActivityPage } from '../../generated/ActivityPage.ts'
import { account } from '../../generated/fixtures/account.ts'
import type { Transaction } from '../../generated/Transaction.ts'
import type { Transfer } from '../../generated/Transfer.ts'

export const title = 'AccountActivity'

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { of } = account.activity.tokens

const token = (direction: string, symbol: string, numeric: string): Transfer => ({
  fungible_info: { name: symbol, symbol },
  direction,
  quantity: { numeric },
})

const made = (
  number: number,
  minedAt: string,
  operationType: string,
  transfers: Transfer[],
  status = 'confirmed',
): Transaction => ({
  id: `31337:${number}`,
  metadata: {
    operationType,
    hash: `0x${number.toString(16).padStart(64, '0')}`,
    minedAt,
    sentFrom: OTHER,
    sentTo: OTHER,
    status,
    chain: 'eip155:31337',
  },
  transfers,
})

const page: ActivityPage = {
  transactions: [
    made(1, '2023-11-14T20:11:00Z', 'receive', [token('in', 'USDC', '250')], 'pending'),
    made(2, '2023-11-13T09:30:00Z', 'trade', [
      token('out', 'ETH', '0.5'),
      token('in', 'USDC', '1024.75'),
    ]),
    made(3, '2023-11-02T11:05:00Z', 'send', [token('out', 'HARB', '1200.123456')]),
    made(4, '2023-10-28T07:45:00Z', 'mint', [
      {
        nft_info: { name: 'Lighthouse #12', flags: { is_spam: false } },
        direction: 'in',
        quantity: { numeric: '1' },
      },
    ]),
    made(5, '2023-10-21T16:00:00Z', 'approve', []),
    made(6, '2023-10-20T08:00:00Z', 'execute', [], 'failed'),
    made(7, '2022-12-24T18:00:00Z', 'Bridge_out', [
      token('out', 'EXTRALONG', '123456789.123456'),
      token('in', 'EXTRALONG', '123456789.123456'),
      token('in', 'ETH', '0.00001'),
    ]),
  ],
  next: '1',
  coverage: { since: '2022-09-01T00:00:00Z', hasNative: false, isBehind: false },
  atMs: account.activity.tokens.read.atMs,
}

const doing = (activity: Omit<Activity, 'of' | 'isAdding'> & { isAdding?: boolean }) => ({
  ...account.activity,
  features: { ...account.activity.features, activity: true },
  activity: {
    of,
    transactionUrl: 'https://explorer.example/tx/',
    isAdding: false,
    ...activity,
  },
})

export const states = {
  activity: doing({ step: 'read', page }),
  adding: doing({ step: 'read', page, isAdding: true }),
  behind: doing({
    step: 'read',
    page: { ...page, next: undefined, coverage: { hasNative: true, isBehind: true } },
  }),
  reading: doing({ step: 'reading' }),
  noActivity: doing({ step: 'read', page: { ...page, transactions: [], next: undefined } }),
  stale: doing({ step: 'failed', page }),
  failed: doing({ step: 'failed' }),
  unknown: doing({ step: 'unknown' }),
}
