import type { View } from '../generated/View.ts'

/** The views that are reached from Account alone: the third chunk has them, with their style sheets and texts. */
export type SpendView = Extract<
  View,
  'SwitchAddress' | 'WalletReceive' | 'WalletCompatibleNetworks'
>

/** What of Account itself is in the third chunk: its tabs, each with a section of the texts. */
export type SpendPart = 'AccountTokens' | 'AccountNfts' | 'AccountActivity'
