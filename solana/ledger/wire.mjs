/** Transactions as they come over the wire. Whatever else came would end the whole process inside of the machine. */

import {
  getCompiledTransactionMessageCodec,
  getSignatureFromTransaction,
  getTransactionCodec,
} from '@solana/kit'

const transactions = getTransactionCodec()
const messages = getCompiledTransactionMessageCodec()

/** Bytes are no transaction, or one that no node would look at. */
export class Malformed extends Error {}

/**
 * @typedef {object} Wire
 * @property {import('@solana/kit').Transaction} transaction
 * @property {Uint8Array} bytes
 * @property {'legacy' | 0} version
 * @property {string[]} keys - All accounts, the payer first.
 * @property {string} signature - The first, which is its name.
 */

/** @returns {Wire} */
export function readTransaction(bytes) {
  const decoded = attempt(
    'failed to deserialize solana_transaction::versioned::VersionedTransaction',
    () => transactions.decode(bytes),
  )
  const message = readMessage(decoded.messageBytes)
  // Signatures are kept by who signed, so that one who signs twice would lose one.
  const signers = Object.keys(decoded.signatures)
  if (signers.length !== message.header.numSignerAccounts) throw unsound()
  // Without the bytes that may trail, which nobody signed.
  const transaction = { ...decoded, messageBytes: messages.encode(message) }
  return {
    transaction,
    message,
    bytes: transactions.encode(transaction),
    version: message.version,
    keys: message.staticAccounts,
    signature: Object.values(decoded.signatures)[0]
      ? getSignatureFromTransaction(transaction)
      : UNSIGNED,
  }
}

/** What a transaction that its payer did not sign is called. */
const UNSIGNED = '1'.repeat(64)

/** A message that could be part of a transaction. */
export function readMessage(bytes) {
  const message = attempt('failed to deserialize solana_message::versions::VersionedMessage', () =>
    messages.decode(bytes),
  )
  if (message.version !== 'legacy' && message.version !== 0) {
    throw new Malformed(`invalid transaction: version ${message.version} is not supported`)
  }
  if (message.addressTableLookups?.length) {
    throw new Malformed('invalid transaction: address lookup tables are not supported')
  }
  if (!isSound(message)) throw unsound()
  return message
}

function isSound({ header, staticAccounts: keys, instructions }) {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  return (
    numReadonlySignerAccounts < numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= keys.length &&
    instructions.every(
      ({ programAddressIndex: program, accountIndices = [] }) =>
        program > 0 && program < keys.length && accountIndices.every(index => index < keys.length),
    )
  )
}

function unsound() {
  return new Malformed(
    'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
  )
}

function attempt(what, read) {
  try {
    return read()
  } catch (cause) {
    throw new Malformed(`${what}: ${cause.message}`, { cause })
  }
}
