import type { LatchkitNetwork } from '../networks.ts'

/** Ethereum. Read through the operator's server. */
export const mainnet: LatchkitNetwork = {
  id: 1,
  caipNetworkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
}

/** Localhost. Read through the operator's server. */
export const localhost: LatchkitNetwork = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  name: 'Localhost',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
