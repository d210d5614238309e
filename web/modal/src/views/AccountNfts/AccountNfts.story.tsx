import { account } from '../../generated/fixtures/account.ts'

export const title = 'AccountNfts'

export const states = {
  nfts: account.nfts,
  noNfts: account.noNfts,
  unseen: account.nftsUnseen,
  first: account.nftsFirst,
  reading: account.nftsReading,
  more: account.nftsMore,
  adding: account.nftsAdding,
  notAdded: account.nftsNotAdded,
  stale: account.nftsStale,
  failed: account.nftsFailed,
  unknown: account.nftsUnknown,
}
