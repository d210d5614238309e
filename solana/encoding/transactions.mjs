/** How a node writes a transaction and what became of it, in each encoding that clients ask for. */

import { getBase58Decoder } from '@solana/kit'
import { parseInstruction } from './parsedInstructions.mjs'

export const TRANSACTION_ENCODINGS = ['binary', 'base64', 'base58', 'json', 'jsonParsed']

/** How deep an instruction is that the transaction itself has. */
const TOP = 1

const base58 = bytes => getBase58Decoder().decode(bytes)

/** @param {import('../ledger/wire.mjs').Wire} wire */
export function writeTransaction(wire, encoding) {
  if (encoding === 'base64') return [Buffer.from(wire.bytes).toString('base64'), 'base64']
  if (encoding === 'base58') return [base58(wire.bytes), 'base58']
  if (encoding === 'binary') return base58(wire.bytes)
  return {
    signatures: Object.values(wire.transaction.signatures).map(base58),
    message: encoding === 'json' ? writeMessage(wire) : parseMessage(wire),
  }
}

/** @param {import('../ledger/ledger.mjs').Entry} entry */
export function writeMeta({ wire, outcome, before, after }, encoding) {
  return {
    err: outcome.err,
    status: statusOf(outcome.err),
    fee: outcome.fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    innerInstructions: writeInner(outcome.inner, wire, encoding),
    logMessages: outcome.logs,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    rewards: [],
    ...(encoding !== 'jsonParsed' && { loadedAddresses: { readonly: [], writable: [] } }),
    ...(outcome.returned && { returnData: outcome.returned }),
    computeUnitsConsumed: outcome.unitsConsumed,
  }
}

export function statusOf(err) {
  return err === null ? { Ok: null } : { Err: err }
}

export function writeInner(inner, wire, encoding) {
  const write = encoding === 'jsonParsed' ? writeParsed : writeInstruction
  return inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(it => write(it, wire, it.stackHeight)),
  }))
}

function writeMessage(wire) {
  const { header, staticAccounts, lifetimeToken, instructions } = wire.message
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(it => writeInstruction(it, wire, TOP)),
    ...lookupsOf(wire),
  }
}

function parseMessage(wire) {
  const { staticAccounts, lifetimeToken, instructions } = wire.message
  return {
    accountKeys: staticAccounts.map((pubkey, index) => ({
      pubkey,
      ...rightsOf(wire.message, index),
      source: 'transaction',
    })),
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(it => writeParsed(it, wire, TOP)),
    ...lookupsOf(wire),
  }
}

function lookupsOf({ version }) {
  return version === 'legacy' ? {} : { addressTableLookups: [] }
}

/** Those who sign come first, and of both kinds first those that may change. */
function rightsOf({ header, staticAccounts }, index) {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const signer = index < numSignerAccounts
  const end = signer
    ? numSignerAccounts - numReadonlySignerAccounts
    : staticAccounts.length - numReadonlyNonSignerAccounts
  return { signer, writable: index < end }
}

function writeInstruction(instruction, _wire, stackHeight) {
  const { programAddressIndex, accountIndices = [], data = new Uint8Array() } = instruction
  return {
    programIdIndex: programAddressIndex,
    accounts: accountIndices,
    data: base58(data),
    stackHeight,
  }
}

function writeParsed(instruction, { keys }, stackHeight) {
  const { programAddressIndex, accountIndices = [], data = new Uint8Array() } = instruction
  const programId = keys[programAddressIndex]
  const accounts = accountIndices.map(index => keys[index])
  const parsed = parseInstruction({ program: programId, accounts, data })
  return { ...(parsed ?? { accounts, data: base58(data) }), programId, stackHeight }
}
