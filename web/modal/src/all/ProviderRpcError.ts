import type { RpcError } from '../generated/RpcError'

const docs = 'https://eips.ethereum.org/EIPS/eip-1193'

/** An error of a provider, as EIP-1193 shapes it, with what a developer wants to know besides. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  /** EIP-1193 or JSON-RPC code: 4001 refused, 4100 not connected, 4900 disconnected, −32603 internal. */
  declare readonly code: number
  /** One sentence, without details. */
  declare readonly shortMessage: string
  /** Where the code is explained. */
  readonly docs = docs
  /** What the wallet added. */
  declare readonly data?: unknown

  constructor(error: RpcError, options?: { cause?: unknown }) {
    super(error.message, options)
    this.code = error.code
    this.shortMessage = error.message.split('\n', 1)[0] ?? ''
    if (error.data !== undefined) this.data = error.data
  }
}

/** What the engine answers; its errors as a {@link ProviderRpcError}. */
export async function orProviderError(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    throw new ProviderRpcError(error as RpcError, { cause: error })
  }
}
