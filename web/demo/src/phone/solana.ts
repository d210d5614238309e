import { base58 } from '@scure/base'
import type { Method } from '../wallet/methods/method'
import { hexOf, solanaKey } from '../wallet/namespaces/keys'
import { Code, RpcError } from '../wallet/rpcError'

const key = solanaKey('phone')

export const SOLANA_ADDRESS = key.address

/** Message and signature as base58: https://docs.walletconnect.network/wallet-sdk/chain-support/solana. */
export const solanaSignMessage: Method = async ({ approvals }, method, params) => {
  const { message } = (params ?? {}) as { readonly message?: unknown }
  const bytes = decoded(message)
  await approvals.ask(method, {
    kind: 'sign',
    address: key.address,
    message: `0x${hexOf(bytes)}`,
  })
  return { signature: base58.encode(key.sign(bytes)) }
}

function decoded(message: unknown): Uint8Array {
  try {
    return base58.decode(String(message))
  } catch (cause) {
    const code = Code.invalidParams
    throw new RpcError('Invalid parameters: the message is not base58.', { code, cause })
  }
}
