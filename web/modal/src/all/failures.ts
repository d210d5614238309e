import { rpcErrorOf } from '../../../shell/src/all/rpcErrorOf'
import * as codes from '../../../shell/src/generated/codes'
import type { RpcError } from '../generated/RpcError'
import { ProviderRpcError } from './ProviderRpcError'

/** A refusal as WalletConnect numbers it, and Binance's wallet at connecting and at signing. */
const refusalCodes = [codes.refusedByDefault, 5002, 100002, 200001]

/** The page was not permitted, or not yet. */
export const unauthorized = () =>
  new ProviderRpcError({
    code: codes.unauthorized,
    message: 'This page is not connected to that account.',
  })

export const unsupported = (what: string) =>
  new ProviderRpcError({
    code: codes.unsupportedMethod,
    message: `This wallet does not support ${what}.`,
  })

export const goneError: RpcError = {
  code: codes.disconnected,
  message: 'Provider not found. The wallet is no longer on this page.',
}

export const gone = () => new ProviderRpcError(goneError)

/** The wallet is on a network of its own choice. */
export const elsewhere = () =>
  new ProviderRpcError({
    code: codes.chainDisconnected,
    message: 'This wallet is on another network.',
  })

export const invalid = (what: string, cause?: unknown) =>
  new ProviderRpcError(
    { code: codes.invalidParams, message: `Invalid parameters: ${what}.` },
    { cause },
  )

/** The wallet answered what nobody can use. */
export const junk = (what: string) =>
  new ProviderRpcError({ code: codes.internal, message: `The wallet gave no ${what}.` })

/**
 * What a wallet threw, as EIP-1193 has it: 4001 if its code says that the person refused. Of its words
 * nothing is guessed: they are for people, in any language.
 */
export function providerErrorOf(thrown: unknown): ProviderRpcError {
  if (thrown instanceof ProviderRpcError) return thrown
  const error = rpcErrorOf(thrown)
  const code = refusalCodes.includes(error.code) ? codes.userRejected : error.code
  return new ProviderRpcError({ ...error, code }, { cause: thrown })
}
