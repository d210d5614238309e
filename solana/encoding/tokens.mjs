/** Accounts of the two token programs: their bytes, and how a node writes amounts. */

import { unwrapOption } from '@solana/kit'
import { getMintDecoder, getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

const MINT_BYTES = 82
export const TOKEN_BYTES = 165
/** Where extensions follow, the byte after the longer of the two says which of them it is. */
const MINT = 1
const TOKEN = 2

export function isTokenProgram(address) {
  return address === TOKEN_PROGRAM_ADDRESS || address === TOKEN_2022_PROGRAM_ADDRESS
}

/** What a token account tells; undefined if it is something else, or nothing yet. */
export function readToken(account) {
  if (!isOfKind(account, TOKEN_BYTES, TOKEN)) return undefined
  const { mint, owner, amount, state, ...options } = getTokenDecoder().decode(account.data)
  if (state === 0) return undefined
  return { mint, owner, amount, state, ...unwrapAll(options) }
}

/** What a mint tells; undefined if it is something else, or nothing yet. */
export function readMint(account) {
  if (!isOfKind(account, MINT_BYTES, MINT)) return undefined
  const { supply, decimals, isInitialized, ...options } = getMintDecoder().decode(account.data)
  return isInitialized ? { supply, decimals, ...unwrapAll(options) } : undefined
}

/** An amount in all the ways in which a node writes it. */
export function amountOf(amount, decimals) {
  const digits = String(amount).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return {
    amount: String(amount),
    decimals,
    // Ten to the 20th is more than the node's integers hold.
    uiAmount: decimals < 20 ? Number(amount) / 10 ** decimals : null,
    uiAmountString: decimals > 0 && fraction ? `${whole}.${fraction}` : whole,
  }
}

function isOfKind({ data, programAddress }, bytes, kind) {
  if (!isTokenProgram(programAddress)) return false
  if (data.length === bytes) return true
  const isExtended = programAddress === TOKEN_2022_PROGRAM_ADDRESS && data.length > TOKEN_BYTES
  return isExtended && data[TOKEN_BYTES] === kind
}

function unwrapAll(options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, unwrapOption(option)]),
  )
}
