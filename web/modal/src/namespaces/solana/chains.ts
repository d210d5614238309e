/** The Wallet Standard's names of the clusters, and the CAIP-2 ids of their first blocks, where there is one. */
const clusters = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:localnet': 'solana:localnet',
}

/** CAIP-2 of the main network. */
export const mainnet = clusters['solana:mainnet']

/** The CAIP-2 ids of the clusters that a wallet names. */
export const caipOf = (names: readonly unknown[]): string[] =>
  Object.entries(clusters).flatMap(([name, chain]) => (names.includes(name) ? [chain] : []))

/** What the Wallet Standard calls a chain. One that it does not know is passed on as it is. */
export const clusterOf = (chain: string): string =>
  Object.entries(clusters).find(([, known]) => known === chain)?.[0] ?? chain
