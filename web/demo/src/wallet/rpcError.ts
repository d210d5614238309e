type ErrorFields = { readonly code: number; readonly data?: unknown; readonly cause?: unknown }

/** An error as EIP-1193 shapes it: a code, words, and what the node or wallet added. */
export class RpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(message: string, fields: ErrorFields) {
    super(message, 'cause' in fields ? { cause: fields.cause } : undefined)
    this.code = fields.code
    if (fields.data !== undefined) this.data = fields.data
  }
}

/** The codes this wallet answers with: EIP-1193, EIP-3085, EIP-3326 and JSON-RPC 2.0. */
export const Code = {
  refused: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  chainDisconnected: 4901,
  unknownChain: 4902,
  tryAgainLater: 1013,
  pending: -32002,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const

export const refused = () => new RpcError('User rejected the request.', { code: Code.refused })
