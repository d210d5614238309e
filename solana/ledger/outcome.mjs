/** What became of a transaction, in the words of a node. */

import { getAddressDecoder } from '@solana/kit'
import { FailedTransactionMetadata } from 'litesvm'

/**
 * @typedef {object} Outcome
 * @property {unknown} err - As JSON of a node has it; null if all went well.
 * @property {boolean} hasLanded - Whether it is in a block: its payer paid for it, even if it failed.
 * @property {bigint} fee - In lamports.
 * @property {string[]} logs
 * @property {bigint} unitsConsumed
 * @property {{ index: number, instructions: object[] }[]} inner - What instructions called, by their index.
 * @property {{ programId: string, data: [string, 'base64'] } | null} returned
 */

/** @returns {Outcome} */
export function outcomeOf(result) {
  const hasFailed = result instanceof FailedTransactionMetadata
  const meta = 'meta' in result ? result.meta() : result
  return {
    err: hasFailed ? errorOf(result) : null,
    hasLanded: meta.signature().some(byte => byte !== 0),
    fee: feeOf(meta),
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    inner: innerOf(meta),
    returned: returnedOf(meta),
  }
}

/** The machine names an error by a number without a meaning, and by its name only where it writes it out. */
function errorOf(failed) {
  const [, written] = /\berr: (.*?), meta: TransactionMetadata/.exec(failed.toString())
  const [, index, code, name] =
    /^InstructionError\((\d+), (?:Custom\((\d+)\)|(\w+).*)\)$/.exec(written) ?? []
  if (index) return { InstructionError: [Number(index), name ?? { Custom: Number(code) }] }
  const [, about, at] = /^(\w+) \{ account_index: (\d+) \}$/.exec(written) ?? []
  if (about) return { [about]: { account_index: Number(at) } }
  const [, duplicate] = /^DuplicateInstruction\((\d+)\)$/.exec(written) ?? []
  return duplicate ? { DuplicateInstruction: Number(duplicate) } : written
}

/** It is only written out, too. */
function feeOf(meta) {
  const [, fee] = /, fee: (\d+)[ })]*$/.exec(meta.toString())
  return BigInt(fee)
}

function innerOf(meta) {
  return meta
    .innerInstructions()
    .map((instructions, index) => ({
      index,
      instructions: instructions.map(inner => ({
        programAddressIndex: inner.instruction().programIdIndex(),
        accountIndices: [...inner.instruction().accounts()],
        data: inner.instruction().data(),
        stackHeight: inner.stackHeight(),
      })),
    }))
    .filter(({ instructions }) => instructions.length > 0)
}

function returnedOf(meta) {
  const returned = meta.returnData()
  if (returned.data().length === 0) return null
  return {
    programId: getAddressDecoder().decode(returned.programId()),
    data: [Buffer.from(returned.data()).toString('base64'), 'base64'],
  }
}

const TEXTS = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
}

const INSTRUCTION_TEXTS = {
  IncorrectProgramId: 'incorrect program id for instruction',
  InsufficientFunds: 'insufficient funds for instruction',
  InvalidAccountData: 'invalid account data for instruction',
  InvalidArgument: 'invalid program argument',
  InvalidInstructionData: 'invalid instruction data',
  MissingRequiredSignature: 'missing required signature for instruction',
}

/** What a node says of an error, for the usual ones; the name of others. */
export function textOf(err) {
  if (typeof err === 'string') return TEXTS[err] ?? err
  if (err.InsufficientFundsForRent) {
    const index = err.InsufficientFundsForRent.account_index
    return `Transaction results in an account (${index}) with insufficient funds for rent`
  }
  if (!err.InstructionError) return Object.keys(err)[0]
  const [index, reason] = err.InstructionError
  const text =
    typeof reason === 'string'
      ? (INSTRUCTION_TEXTS[reason] ?? reason)
      : `custom program error: 0x${reason.Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${text}`
}
