export const nativeCurrencies: {
  readonly [caipId: string]: { name: string; symbol: string; decimals: number }
} = {
  'eip155:1': { name: 'Ethereum', symbol: 'ETH', decimals: 18 },
  'eip155:10': { name: 'OP Mainnet', symbol: 'ETH', decimals: 18 },
  'eip155:56': { name: 'BNB Smart Chain', symbol: 'BNB', decimals: 18 },
  'eip155:137': { name: 'Polygon', symbol: 'POL', decimals: 18 },
  'eip155:250': { name: 'Fantom', symbol: 'FTM', decimals: 18 },
  'eip155:8453': { name: 'Base', symbol: 'ETH', decimals: 18 },
  'eip155:42161': { name: 'Arbitrum One', symbol: 'ETH', decimals: 18 },
  'eip155:43114': { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  'eip155:59144': { name: 'Linea', symbol: 'ETH', decimals: 18 },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { name: 'Solana', symbol: 'SOL', decimals: 9 },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { name: 'Solana Devnet', symbol: 'SOL', decimals: 9 },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { name: 'Solana Testnet', symbol: 'SOL', decimals: 9 },
  'bip122:000000000019d6689c085ae165831e93': { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  'bip122:000000000933ea01ad0ee984209779ba': {
    name: 'Bitcoin Testnet',
    symbol: 'BTC',
    decimals: 8,
  },
  'eip155:31337': { name: 'Localhost', symbol: 'ETH', decimals: 18 },
}
