/** Shorter texts are not searched for: all wallets are listed. */
export const shortestSearch = 2
