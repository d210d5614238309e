import type { LatchkitNetwork } from '../../../modal/src/entry/main'

export type DemoNamespace = 'solana' | 'bip122' | 'polkadot' | 'cosmos'

const network = (
  chainNamespace: DemoNamespace,
  id: string,
  name: string,
  [symbol, decimals]: [string, number],
): LatchkitNetwork => ({
  id,
  caipNetworkId: `${chainNamespace}:${id}`,
  chainNamespace,
  name,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: { default: { http: [] } },
})

/** The networks besides eip155 that the page offers if its address says so. */
export const NETWORKS: { readonly [Name in DemoNamespace]: LatchkitNetwork } = {
  solana: network('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', ['SOL', 9]),
  bip122: network('bip122', '000000000019d6689c085ae165831e93', 'Bitcoin', ['BTC', 8]),
  polkadot: network('polkadot', '91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', ['DOT', 10]),
  cosmos: network('cosmos', 'cosmoshub-4', 'Cosmos Hub', ['ATOM', 6]),
}
