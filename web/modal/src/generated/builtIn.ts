import type { Eip155Network, LatchkitNetwork } from '../all/networks.ts'

/** Ethereum. Read through the operator's server. */
export const mainnet: Eip155Network<1> = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:1' },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
}

/** OP Mainnet. Read through the operator's server. */
export const optimism: Eip155Network<10> = {
  id: 10,
  caipNetworkId: 'eip155:10',
  chainNamespace: 'eip155',
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:10' },
  blockExplorers: {
    default: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' },
  },
}

/** BNB Smart Chain. Read through the operator's server. */
export const bsc: Eip155Network<56> = {
  id: 56,
  caipNetworkId: 'eip155:56',
  chainNamespace: 'eip155',
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:56' },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
}

/** Polygon. Read through the operator's server. */
export const polygon: Eip155Network<137> = {
  id: 137,
  caipNetworkId: 'eip155:137',
  chainNamespace: 'eip155',
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:137' },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://polygonscan.com' } },
}

/** Fantom. Read through the operator's server. */
export const fantom: Eip155Network<250> = {
  id: 250,
  caipNetworkId: 'eip155:250',
  chainNamespace: 'eip155',
  name: 'Fantom',
  nativeCurrency: { name: 'Fantom', symbol: 'FTM', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:250' },
  blockExplorers: { default: { name: 'FTMScan', url: 'https://ftmscan.com' } },
}

/** Base. Read through the operator's server. */
export const base: Eip155Network<8453> = {
  id: 8453,
  caipNetworkId: 'eip155:8453',
  chainNamespace: 'eip155',
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:8453' },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
}

/** Arbitrum One. Read through the operator's server. */
export const arbitrum: Eip155Network<42161> = {
  id: 42161,
  caipNetworkId: 'eip155:42161',
  chainNamespace: 'eip155',
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:42161' },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
}

/** Avalanche. Read through the operator's server. */
export const avalanche: Eip155Network<43114> = {
  id: 43114,
  caipNetworkId: 'eip155:43114',
  chainNamespace: 'eip155',
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:43114' },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io' } },
}

/** Linea. Read through the operator's server. */
export const linea: Eip155Network<59144> = {
  id: 59144,
  caipNetworkId: 'eip155:59144',
  chainNamespace: 'eip155',
  name: 'Linea',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:59144' },
  blockExplorers: { default: { name: 'Lineascan', url: 'https://lineascan.build' } },
}

/** Solana. Read through the operator's server. */
export const solana: LatchkitNetwork = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com' } },
}

/** Solana Devnet. Read through the operator's server. */
export const solanaDevnet: LatchkitNetwork = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  chainNamespace: 'solana',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
  testnet: true,
}

/** Solana Testnet. Read through the operator's server. */
export const solanaTestnet: LatchkitNetwork = {
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  chainNamespace: 'solana',
  name: 'Solana Testnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' },
  testnet: true,
}

/** Bitcoin. Read through the operator's server. */
export const bitcoin: LatchkitNetwork = {
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'bip122:000000000019d6689c085ae165831e93' },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
}

/** Bitcoin Testnet. Read through the operator's server. */
export const bitcoinTestnet: LatchkitNetwork = {
  id: '000000000933ea01ad0ee984209779ba',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  chainNamespace: 'bip122',
  name: 'Bitcoin Testnet',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'bip122:000000000933ea01ad0ee984209779ba' },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
  testnet: true,
}

/** Localhost. Read through the operator's server. */
export const localhost: Eip155Network<31337> = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Localhost',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  assets: { imageId: 'eip155:31337' },
}
