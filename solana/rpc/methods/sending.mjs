/** Methods that take transactions. */

import { isFullySignedTransaction } from '@solana/kit'
import { ACCOUNT_ENCODINGS, writeAccount } from '../../encoding/accounts.mjs'
import { TRANSACTION_ENCODINGS, writeInner } from '../../encoding/transactions.mjs'
import { inContext } from '../context.mjs'
import { transactionOf } from '../encoded.mjs'
import { Failure } from '../failure.mjs'
import { address, blockhash, config, fields, flag, list, natural, oneOf, text } from '../params.mjs'

const encoding = oneOf(TRANSACTION_ENCODINGS)

const configOfSending = config({
  encoding,
  skipPreflight: flag,
  preflightCommitment: text,
  maxRetries: natural,
})
const configOfSimulation = config({
  encoding,
  sigVerify: flag,
  replaceRecentBlockhash: flag,
  innerInstructions: flag,
  accounts: fields({
    addresses: list(address),
    encoding: oneOf(ACCOUNT_ENCODINGS),
  }),
})

export const sendingMethods = {
  requestAirdrop: [
    [address, natural, config({ recentBlockhash: blockhash })],
    ({ faucet }, at, lamports) => faucet.give(at, lamports),
  ],
  sendTransaction: [
    [text, configOfSending],
    ({ ledger }, encoded, { encoding, skipPreflight = false } = {}) => {
      const wire = transactionOf(encoded, encoding)
      if (!skipPreflight) preflight(ledger, wire)
      ledger.send(wire)
      return wire.signature
    },
  ],
  simulateTransaction: [
    [text, configOfSimulation],
    (node, encoded, config = {}) => {
      const wire = transactionOf(encoded, config.encoding)
      return inContext(node, simulate(node.ledger, wire, config))
    },
  ],
}

function preflight(ledger, wire) {
  if (!isFullySignedTransaction(wire.transaction)) throw Failure.signature()
  const outcome = ledger.simulate(wire, { isVerified: true })
  if (outcome.err === 'SignatureFailure') throw Failure.signature()
  if (outcome.err === null) return
  throw Failure.preflight(outcome.err, writeSimulation(outcome))
}

function simulate(ledger, wire, config) {
  const { sigVerify = false, replaceRecentBlockhash = false, innerInstructions, accounts } = config
  if (sigVerify && replaceRecentBlockhash) {
    throw Failure.params('sigVerify may not be used with replaceRecentBlockhash')
  }
  if (sigVerify && !isFullySignedTransaction(wire.transaction)) throw Failure.signature()
  const outcome = ledger.simulate(wire, {
    isVerified: sigVerify,
    isAnyBlockhash: replaceRecentBlockhash,
  })
  if (outcome.err === 'SignatureFailure') throw Failure.signature()
  const { blockhash } = ledger
  return {
    ...writeSimulation(outcome),
    preBalances: outcome.before.lamports,
    postBalances: outcome.after.lamports,
    preTokenBalances: outcome.before.tokens,
    postTokenBalances: outcome.after.tokens,
    loadedAddresses: { readonly: [], writable: [] },
    accounts: accounts ? writeAccounts(accounts, wire, outcome) : null,
    innerInstructions: innerInstructions ? writeInner(outcome.inner, wire, 'jsonParsed') : null,
    replacementBlockhash: replaceRecentBlockhash
      ? { blockhash, lastValidBlockHeight: ledger.lastHeightOf(blockhash) }
      : null,
  }
}

function writeSimulation({ err, logs, unitsConsumed, returned, fee }) {
  return {
    err,
    logs,
    accounts: null,
    unitsConsumed,
    returnData: returned,
    innerInstructions: null,
    replacementBlockhash: null,
    // One that never ran has none.
    fee: fee || null,
    // A trial before sending does not tell these.
    preBalances: null,
    postBalances: null,
    preTokenBalances: null,
    postTokenBalances: null,
    loadedAddresses: null,
  }
}

function writeAccounts({ addresses = [], encoding = 'base64' }, wire, { err, view }) {
  if (encoding === 'base58' || encoding === 'binary') {
    throw Failure.params('base58 encoding not supported')
  }
  if (addresses.length > wire.keys.length) {
    throw Failure.params(`Too many accounts provided; max ${wire.keys.length}`)
  }
  return addresses.map(address => {
    const account = err === null ? view.account(address) : undefined
    return account ? writeAccount(account, { encoding }, view.account) : null
  })
}
