/** What the wallet of a row calls itself: rows of wallets that say they are one are numbered. */
export const claimed = (id: string): string => id.replace(/#.*/, '')
