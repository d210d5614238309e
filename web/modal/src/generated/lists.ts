/**
 * So many rows the list has at least, where the host puts no wallet forward and brings none: what
 * this browser has not is recommended by the directory.
 */
export const listRows = 4
/** How many wallets are remembered as used lately. */
export const recents = 2
/** The kinds of which there are wallets, in the order in which they show unless the host names another. */
export const listedKinds: readonly string[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'recommended',
]
