import { fixtures } from '../../generated/fixtures.ts'

export const title = 'AllWallets'

export const states = {
  loading: fixtures['allWallets.loading'],
  ready: fixtures['allWallets.ready'],
  more: fixtures['allWallets.more'],
  search: fixtures['allWallets.search'],
  certified: fixtures['allWallets.certified'],
  empty: fixtures['allWallets.empty'],
  offline: fixtures['allWallets.offline'],
  failed: fixtures['allWallets.failed'],
}
