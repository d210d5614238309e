/** How a node writes an account, in each encoding that clients ask for. */

import { getBase58Decoder } from '@solana/kit'
import { Failure } from '../rpc/failure.mjs'
import { parseTokens } from './parsedTokens.mjs'

/** @typedef {import('@solana/kit').EncodedAccount} Account */

export const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'jsonParsed']

const MOST_IN_BASE58 = 128
/** What accounts have that never owe rent, which today are all. */
const NEVER = 2n ** 64n - 1n

/**
 * @param {Account} account
 * @param {{ encoding: string, dataSlice?: { offset: number, length: number } }} config
 * @param {(address: string) => Account | undefined} read - For what is written there of other accounts.
 */
export function writeAccount(account, { encoding, dataSlice }, read) {
  const parsed = encoding === 'jsonParsed' ? parseTokens(account, read) : undefined
  return {
    data: parsed ?? writeBytes(sliceOf(account.data, dataSlice), encoding),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: NEVER,
    space: account.data.length,
  }
}

function sliceOf(data, slice) {
  return slice ? data.subarray(slice.offset, slice.offset + slice.length) : data
}

function writeBytes(bytes, encoding) {
  // What cannot be parsed comes as base64.
  if (encoding === 'base64' || encoding === 'jsonParsed') {
    return [Buffer.from(bytes).toString('base64'), 'base64']
  }
  if (bytes.length > MOST_IN_BASE58) throw Failure.longForBase58(MOST_IN_BASE58)
  const text = getBase58Decoder().decode(bytes)
  return encoding === 'binary' ? text : [text, encoding]
}
