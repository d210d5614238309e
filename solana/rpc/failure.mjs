/** The errors of a node, by their codes. */

import { textOf } from '../ledger/outcome.mjs'

export class Failure extends Error {
  constructor(code, message, data) {
    super(message)
    this.code = code
    this.data = data
  }

  static unparsable() {
    return new Failure(-32700, 'Parse error')
  }

  static noRequest() {
    return new Failure(-32600, 'Invalid request')
  }

  static longForBase58(most) {
    const advice = `Encoded binary (base 58) data should be less than ${most} bytes`
    return new Failure(-32600, `${advice}, please use Base64 encoding.`)
  }

  static noMethod() {
    return new Failure(-32601, 'Method not found')
  }

  static params(message, data) {
    return new Failure(-32602, message, data)
  }

  static internal() {
    return new Failure(-32603, 'Internal error')
  }

  static preflight(err, result) {
    return new Failure(-32002, `Transaction simulation failed: ${textOf(err)}`, result)
  }

  static signature() {
    return new Failure(-32003, 'Transaction signature verification failure')
  }

  static version(version) {
    const advice = `"maxSupportedTransactionVersion": ${version}`
    return new Failure(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. ` +
        `Please try the request again with the following configuration parameter: ${advice}`,
    )
  }

  static contextSlot(contextSlot) {
    return new Failure(-32016, 'Minimum context slot has not been reached', { contextSlot })
  }

  /** As it stands at `error` of an answer. */
  toJSON() {
    const { code, message, data } = this
    return { code, message, ...(data !== undefined && { data }) }
  }
}
