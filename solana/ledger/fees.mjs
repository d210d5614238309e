/** What a transaction costs, before anybody runs it. */

import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const LAMPORTS_PER_SIGNATURE = 5000n
const MICRO_LAMPORTS = 1_000_000n
/** Compute units that an instruction gets which asks for none. */
const OF_BUILTIN = 3_000n
const OF_PROGRAM = 200_000n
const MOST = 1_400_000n

/** @returns {bigint} In lamports. */
export function feeOf(message) {
  const { limit, price } = budgetOf(message)
  const priority = (price * limit + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS
  return BigInt(message.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE + priority
}

/** The most compute units of a transaction, and what it offers for each in micro-lamports. */
export function budgetOf({ staticAccounts, instructions }) {
  let asked
  let price = 0n
  let usual = 0n
  for (const { programAddressIndex, data = new Uint8Array() } of instructions) {
    const program = staticAccounts[programAddressIndex]
    usual += [COMPUTE_BUDGET, SYSTEM_PROGRAM_ADDRESS].includes(program) ? OF_BUILTIN : OF_PROGRAM
    if (program !== COMPUTE_BUDGET) continue
    const bytes = Buffer.from(data)
    if (bytes[0] === 2 && bytes.length >= 5) asked = BigInt(bytes.readUInt32LE(1))
    if (bytes[0] === 3 && bytes.length >= 9) price = bytes.readBigUInt64LE(1)
  }
  const limit = asked ?? usual
  return { limit: limit < MOST ? limit : MOST, price }
}
