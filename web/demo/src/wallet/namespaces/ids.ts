/**
 * The dev wallets of other namespaces than eip155, by the names that the page's address has for them.
 * `multi` is one wallet for three: the same name is announced by EIP-6963 and by the Wallet Standard.
 */
export const CHAIN_WALLETS = ['solana', 'bip122', 'polkadot', 'cosmos', 'multi'] as const

export type ChainWallet = (typeof CHAIN_WALLETS)[number]

export const isChainWallet = (id: string): id is ChainWallet =>
  CHAIN_WALLETS.some(known => known === id)
