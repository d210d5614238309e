/** The namespaces there are. */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
/** CAIP-2 of the namespaces there are. */
export const caip2 = /^(eip155:\d{1,16}|(solana|polkadot|bip122|cosmos):[-\w]{1,32})$/
