import { AccountActivity } from './AccountActivity/AccountActivity.tsx'
import { AccountNfts } from './AccountNfts/AccountNfts.tsx'
import { AccountTokens } from './AccountTokens/AccountTokens.tsx'
import type { SpendViews } from './SpendChunk.ts'
import { SwitchAddress } from './SwitchAddress/SwitchAddress.tsx'
import { WalletCompatibleNetworks } from './WalletCompatibleNetworks/WalletCompatibleNetworks.tsx'
import { WalletReceive } from './WalletReceive/WalletReceive.tsx'

export { default as css } from 'virtual:latchkit-styles/spend'
export { default as texts } from 'virtual:latchkit-text/en/spend'

/** The views of the third chunk: what only an account in use leads to. */
export const views: SpendViews['views'] = {
  SwitchAddress,
  WalletCompatibleNetworks,
  WalletReceive,
}

export const tabs: SpendViews['tabs'] = {
  tokens: AccountTokens,
  nfts: AccountNfts,
  activity: AccountActivity,
}
