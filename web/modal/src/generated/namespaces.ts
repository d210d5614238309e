/** The namespaces there are. */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
/** CAIP-2 of the namespaces there are. */
export const caip2 = /^(eip155:\d{1,16}|(solana|polkadot|bip122|cosmos):[-\w]{1,32})$/
/** The chain by which people know a namespace, whose mark stands for all of it. */
export const ownChains = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  cosmos: 'cosmos:cosmoshub-4',
} as const
