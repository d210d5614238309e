import type { Network } from './Network.ts'

/** Ethereum */
export const mainnet: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
  testnet: false,
}

/** Latchkit Dev */
export const localhost: Network = {
  id: 'eip155:31337',
  namespace: 'eip155',
  name: 'Latchkit Dev',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: false,
}
