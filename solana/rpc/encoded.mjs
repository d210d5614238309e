/** Transactions and messages that clients sent as text. */

import { Malformed, readMessage, readTransaction } from '../ledger/wire.mjs'
import { Failure } from './failure.mjs'
import { fromBase58 } from './params.mjs'

/** What fits into a packet of the network, as bytes and as text. */
const MOST_BYTES = 1232
const MOST_CHARACTERS = { base58: 1683, base64: 1644 }

/** @param {string} [encoding] - One of those in which transactions are written. */
export function transactionOf(encoded, encoding = 'base58') {
  if (encoding === 'json' || encoding === 'jsonParsed') {
    const supported = 'Supported encodings: base58, base64'
    throw Failure.params(`unsupported encoding: ${encoding}. ${supported}`)
  }
  return read(readTransaction, encoded, encoding === 'base64' ? 'base64' : 'base58')
}

export function messageOf(encoded) {
  return read(readMessage, encoded, 'base64')
}

function read(reader, encoded, encoding) {
  const bytes = bytesOf(encoded, encoding)
  try {
    return reader(bytes)
  } catch (error) {
    throw error instanceof Malformed ? Failure.params(error.message) : error
  }
}

function bytesOf(encoded, encoding) {
  if (encoded.length > MOST_CHARACTERS[encoding]) {
    const most = `max: encoded/raw ${MOST_CHARACTERS[encoding]}/${MOST_BYTES}`
    throw Failure.params(`${encoding} encoded too large: ${encoded.length} bytes (${most})`)
  }
  const bytes = encoding === 'base64' ? fromBase64(encoded) : fromBase58(encoded)
  if (!bytes) throw Failure.params(`invalid ${encoding} encoding`)
  if (bytes.length > MOST_BYTES) {
    throw Failure.params(`decoded too large: ${bytes.length} bytes (max: ${MOST_BYTES} bytes)`)
  }
  return bytes
}

function fromBase64(encoded) {
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded ? new Uint8Array(bytes) : undefined
}
