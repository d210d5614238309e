/** Where wallets can be found, by a publisher that sells none. */
export const FIND_A_WALLET = 'https://ethereum.org/en/wallets/find-wallet/'
