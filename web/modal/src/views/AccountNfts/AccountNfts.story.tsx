import { account } from '../../generated/fixtures/account.ts'

export const title = 'AccountNfts'

const { nfts, noNfts } = account

export const states = {
  nfts,
  noNfts,
  reading: { ...nfts, nfts: { of: nfts.nfts.of, step: 'reading', isAdding: false } },
  more: { ...nfts, nfts: { ...nfts.nfts, page: { ...nfts.nfts.page, next: '1' } } },
  adding: {
    ...nfts,
    nfts: { ...nfts.nfts, isAdding: true, page: { ...nfts.nfts.page, next: '1' } },
  },
  stale: { ...nfts, nfts: { ...nfts.nfts, step: 'failed' } },
  failed: { ...nfts, nfts: { of: nfts.nfts.of, step: 'failed', isAdding: false } },
  unknown: { ...nfts, nfts: { of: nfts.nfts.of, step: 'unknown', isAdding: false } },
} as const
