/** Methods that tell of transactions which are in a block. */

import { MEMO_PROGRAMS } from '../../encoding/parsedInstructions.mjs'
import {
  statusOf,
  TRANSACTION_ENCODINGS,
  writeMeta,
  writeTransaction,
} from '../../encoding/transactions.mjs'
import { RECENT_BLOCKS } from '../../ledger/ledger.mjs'
import { inContext } from '../context.mjs'
import { Failure } from '../failure.mjs'
import {
  address,
  config,
  configOfHistory,
  flag,
  list,
  natural,
  oneOf,
  optional,
  signature,
} from '../params.mjs'

const MOST_STATUSES = 256
const MOST_SIGNATURES = 1000
/** Where a transaction stands in its block, in which it is alone. */
const INDEX = 0

const encoding = oneOf(TRANSACTION_ENCODINGS)
const configOfTransaction = configOfHistory({ encoding, maxSupportedTransactionVersion: natural })

export const historyMethods = {
  getSignatureStatuses: [
    [list(signature, MOST_STATUSES), config({ searchTransactionHistory: flag })],
    (node, signatures, { searchTransactionHistory = false } = {}) => {
      const first = searchTransactionHistory ? 0 : node.ledger.slot - RECENT_BLOCKS
      const entries = signatures.map(it => node.ledger.entry(it))
      return inContext(
        node,
        entries.map(entry => (entry && entry.slot > first ? writeStatus(entry) : null)),
      )
    },
  ],
  getSignaturesForAddress: [
    [address, configOfHistory({ limit: natural, before: signature, until: signature })],
    ({ ledger }, at, config) => pageOf(ledger, at, config).map(writeSignature),
  ],
  getTransaction: [
    // Once it was only the encoding.
    [
      signature,
      optional(value =>
        typeof value === 'string' ? { encoding: encoding(value) } : configOfTransaction(value),
      ),
    ],
    ({ ledger }, it, config) => {
      const entry = ledger.entry(it)
      return entry ? writeEntry(entry, config) : null
    },
  ],
}

function writeStatus({ slot, outcome: { err } }) {
  return { slot, confirmations: null, err, status: statusOf(err), confirmationStatus: 'finalized' }
}

/**
 * From the newest to the oldest; both ends that may be named are left out. They may be of other accounts: what
 * counts is where they are in the ledger
 * ([agave](https://github.com/anza-xyz/agave/blob/v2.2.0/ledger/src/blockstore.rs)).
 */
function pageOf(ledger, at, { limit = MOST_SIGNATURES, before, until } = {}) {
  if (limit < 1 || limit > MOST_SIGNATURES) {
    throw Failure.params(`Invalid limit; max ${MOST_SIGNATURES}`)
  }
  // Before one that is not there is nothing; after one, everything.
  const end = before ? (ledger.entry(before)?.slot ?? 0) : Number.POSITIVE_INFINITY
  const start = until ? (ledger.entry(until)?.slot ?? 0) : 0
  const between = ledger.entriesOf(at).filter(({ slot }) => slot > start && slot < end)
  return between.reverse().slice(0, limit)
}

function writeSignature({ wire, slot, blockTime, outcome: { err } }) {
  return {
    signature: wire.signature,
    slot,
    transactionIndex: INDEX,
    err,
    memo: memoOf(wire),
    blockTime,
    confirmationStatus: 'finalized',
  }
}

/** All memos, each with its length in bytes. */
function memoOf({ message, keys }) {
  const memos = message.instructions.filter(it =>
    MEMO_PROGRAMS.includes(keys[it.programAddressIndex]),
  )
  const write = ({ data = new Uint8Array() }) => `[${data.length}] ${Buffer.from(data)}`
  return memos.length > 0 ? memos.map(write).join('; ') : null
}

function writeEntry(entry, { encoding = 'json', maxSupportedTransactionVersion: most } = {}) {
  const { wire, slot, blockTime } = entry
  if (most === undefined && wire.version !== 'legacy') throw Failure.version(wire.version)
  return {
    slot,
    transaction: writeTransaction(wire, encoding),
    meta: writeMeta(entry, encoding),
    ...(most !== undefined && { version: wire.version }),
    transactionIndex: INDEX,
    blockTime,
  }
}
