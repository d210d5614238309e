import { allWallets } from '../../generated/fixtures/allWallets.ts'

export const title = 'AllWallets'

export const states = {
  loading: allWallets.loading,
  ready: allWallets.ready,
  more: allWallets.more,
  search: allWallets.search,
  certified: allWallets.certified,
  empty: allWallets.empty,
  offline: allWallets.offline,
  failed: allWallets.failed,
}
