import type { ToastText } from '../generated/ToastText.ts'

/** What is said where something of the account could not be read. */
export type Unread = 'balanceUnavailable' | 'historyUnavailable' | 'nftsUnavailable'

/** Whether a message says that something of the account could not be read. */
export const saysUnread = (text: ToastText | undefined): text is Unread =>
  /^(balance|history|nfts)Unavailable$/.test(text ?? '')
