/** What went between the owner and a friend, over some months. */

import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { MEMO_PROGRAMS } from '../encoding/parsedInstructions.mjs'
import { createAccountOf } from './tokens.mjs'

/** @returns {Promise<Record<string, string>>} Their signatures, in their order. */
export async function seedHistories(story, { usdc, euro }) {
  const { owner, friend } = story
  const [, memoProgram] = MEMO_PROGRAMS
  const on = (day, ...rest) => story.sendOn(new Date(`${day}T12:00:00Z`), ...rest)
  return {
    solOut: await on('2026-01-20', owner, [pay(owner, friend, 1_250_000_000n)]),
    solIn: await on('2026-02-03', friend, [pay(friend, owner, 400_000_000n)], 'legacy'),
    usdcOut: await on('2026-02-14', owner, [give(usdc, owner, 'owner', 'friend', 120_500_000n)]),
    // Nothing of it names the owner, only the account in which the owner has it.
    usdcInUnnamed: await on('2026-02-20', friend, [
      give(usdc, friend, 'friend', 'owner', 20_750_000n),
    ]),
    usdcIn: await on('2026-03-09', friend, [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: friend,
        ata: usdc.accounts.owner,
        owner: owner.address,
        mint: usdc.mint,
      }),
      give(usdc, friend, 'friend', 'owner', 7_000_000n),
      { programAddress: memoProgram, data: new TextEncoder().encode('for the tea') },
    ]),
    euroOut: await on('2026-03-21', owner, [
      createAccountOf(euro, owner, friend.address, euro.accounts.friend),
      give(euro, owner, 'owner', 'friend', 1_050n),
    ]),
    failed: await on('2026-04-02', owner, [
      give(usdc, owner, 'owner', 'friend', 1_000_000_000_000n),
    ]),
  }
}

function pay(source, { address }, amount) {
  return getTransferSolInstruction({ source, destination: address, amount })
}

function give(token, authority, from, to, amount) {
  const { mint, decimals, program, accounts } = token
  return getTransferCheckedInstruction(
    { source: accounts[from], mint, destination: accounts[to], authority, amount, decimals },
    { programAddress: program },
  )
}
