/** Told with 4100: a wallet is asked, and nobody is connected. */
export const notConnected = 'Connector not connected.'
/** The person refused the request (EIP-1193). */
export const userRejected = 4001
/** The account or method is not authorized (EIP-1193). */
export const unauthorized = 4100
/** The provider does not support the method (EIP-1193). */
export const unsupportedMethod = 4200
/** The provider has left the page, or lost its wallet (EIP-1193). */
export const disconnected = 4900
/** The provider is on another chain than the one it was asked about (EIP-1193). */
export const chainDisconnected = 4901
/** The wallet does not know the chain, and may be asked to add it (EIP-3326). */
export const unrecognizedChain = 4902
/** The person refused, as some wallets say it. */
export const refusedByDefault = 5000
/**
 * What was given is no chain id: the engine's answer to a host, and said by some wallets, of which
 * nothing is guessed from it. JSON-RPC's internal error is negative.
 */
export const invalidChainId = 32603
/** The call reverted (geth; EIP-838 proposed it). */
export const executionReverted = 3
/** The text is not JSON (JSON-RPC). */
export const parse = -32700
/** The request is not a JSON-RPC request (JSON-RPC). */
export const invalidRequest = -32600
/** There is no such method (JSON-RPC). */
export const methodNotFound = -32601
/** The parameters are not what the method expects (JSON-RPC). */
export const invalidParams = -32602
/** Something failed inside (JSON-RPC). */
export const internal = -32603
/** A request of the kind waits for the person already (EIP-1474). */
export const resourceUnavailable = -32002
/** The node counts too many requests (EIP-1474). */
export const limitExceeded = -32005
/**
 * The wallet lost its node for a moment; not a disconnection while accounts exist. A WebSocket
 * close code that wallets send as the code of their `disconnect` event.
 */
export const tryAgainLater = 1013
