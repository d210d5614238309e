export const mainnet = 'bip122:000000000019d6689c085ae165831e93'
export const testnet = 'bip122:000000000933ea01ad0ee984209779ba'

/** How each API calls the networks, by their CAIP-2 ids. */
const names = {
  standard: { [mainnet]: 'bitcoin:mainnet', [testnet]: 'bitcoin:testnet' },
  satsConnect: { [mainnet]: 'Mainnet', [testnet]: 'Testnet' },
  leather: { [mainnet]: 'mainnet', [testnet]: 'testnet' },
  unisat: { [mainnet]: 'livenet', [testnet]: 'testnet' },
}

type Api = keyof typeof names

/** What an API calls a chain; nothing for one that it has no name for. */
export const nameOf = (api: Api, chain: string): string | undefined =>
  (names[api] as { [chain: string]: string })[chain]

/** The CAIP-2 ids of the chains that an API named. */
export const caipOf = (api: Api, named: readonly unknown[]): string[] =>
  Object.entries(names[api]).flatMap(([chain, name]) => (named.includes(name) ? [chain] : []))
