/**
 * The chain of one node. Every transaction is a block of its own and final at once; nothing else makes
 * one, so that slots stand still while nobody sends.
 */

import { isFullySignedTransaction } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import { balancesOf } from './balances.mjs'
import { outcomeOf } from './outcome.mjs'

/** For so many blocks a blockhash can be used, and for so long a node remembers a status by itself. */
export const RECENT_BLOCKS = 150
const SLOTS_PER_EPOCH = 432_000
const HISTORY = 1_000_000n

/**
 * @typedef {object} Entry - A transaction that is in a block.
 * @property {import('./wire.mjs').Wire} wire
 * @property {number} slot
 * @property {number} blockTime - In seconds.
 * @property {import('./outcome.mjs').Outcome} outcome
 * @property {ReturnType<typeof balancesOf>} before
 * @property {ReturnType<typeof balancesOf>} after
 */

export class Ledger {
  /** @type {Entry[]} Oldest first. */
  entries = []
  height = 1
  #machine = new LiteSVM().withTransactionHistory(HISTORY)
  #time = 0
  #entryBySignature = new Map()
  #entriesByAddress = new Map()
  #firstSlot = Number(this.#machine.getClock().slot)
  /** Until which block a hash can be used. */
  #lastHeights = new Map()

  constructor() {
    this.#offerBlockhash()
  }

  get slot() {
    return this.#firstSlot + this.height - 1
  }

  get epoch() {
    const index = this.slot % SLOTS_PER_EPOCH
    return { epoch: (this.slot - index) / SLOTS_PER_EPOCH, index, slots: SLOTS_PER_EPOCH }
  }

  get blockhash() {
    return this.#machine.latestBlockhash()
  }

  /** The last block in which a hash can be used, if it still can. */
  lastHeightOf(blockhash) {
    const last = this.#lastHeights.get(blockhash)
    return last >= this.height ? last : undefined
  }

  /** One that has nothing is none. */
  account(address) {
    const account = this.#machine.getAccount(address)
    return account.exists && account.lamports > 0n ? account : undefined
  }

  lamports(address) {
    return this.#machine.getBalance(address) ?? 0n
  }

  accountsOf(program) {
    return this.#machine.getProgramAccounts(program).filter(account => account.lamports > 0n)
  }

  rentOf(bytes) {
    return this.#machine.minimumBalanceForRentExemption(BigInt(bytes))
  }

  /** Puts an account there as it is, which no transaction could. */
  place(account) {
    this.#machine.setAccount({ executable: false, space: BigInt(account.data.length), ...account })
  }

  entry(signature) {
    return this.#entryBySignature.get(signature)
  }

  /** @returns {Entry[]} Oldest first. */
  entriesOf(address) {
    return this.#entriesByAddress.get(address) ?? []
  }

  /** What would become of it, without that anything changes. */
  simulate(wire, { isVerified, isAnyBlockhash = false }) {
    const result = this.#run('simulateTransaction', wire, isVerified, isAnyBlockhash)
    const changed = new Map(result.postAccounts?.().map(account => [account.address, account]))
    const outcome = outcomeOf(result)
    // Of one that failed nothing changes but what its payer paid for it.
    const paid = outcome.err === null ? 0n : outcome.fee
    const left = address => this.lamports(address) - (address === wire.keys[0] ? paid : 0n)
    const view = {
      account: address => changed.get(address) ?? this.account(address),
      lamports: address => changed.get(address)?.lamports ?? left(address),
    }
    return {
      ...outcome,
      before: balancesOf(wire.message, this),
      after: balancesOf(wire.message, view),
      view,
    }
  }

  /**
   * Makes the next block, with this transaction unless no block could have it.
   * @param {number} time - In seconds; later than the block before it is in any case.
   * @returns {Entry | undefined}
   */
  send(wire, time = Math.floor(Date.now() / 1000)) {
    this.#openBlock(Math.max(time, this.#time + 1))
    const before = balancesOf(wire.message, this)
    const outcome = isFullySignedTransaction(wire.transaction)
      ? outcomeOf(this.#run('sendTransaction', wire, true, false))
      : { hasLanded: false }
    this.#machine.expireBlockhash()
    this.#offerBlockhash()
    if (!outcome.hasLanded) return undefined
    const after = balancesOf(wire.message, this)
    const entry = { wire, slot: this.slot, blockTime: this.#time, outcome, before, after }
    this.#remember(entry)
    return entry
  }

  /** The machine takes only its last blockhash, and durable nonces. Which others are good yet, we know. */
  #run(what, wire, isVerified, isAnyBlockhash) {
    const isKnown = this.lastHeightOf(wire.message.lifetimeToken) !== undefined
    this.#machine.withSigverify(isVerified).withBlockhashCheck(!isKnown && !isAnyBlockhash)
    return this.#machine[what](wire.transaction)
  }

  #openBlock(time) {
    this.#time = time
    this.height += 1
    const clock = this.#machine.getClock()
    clock.slot = BigInt(this.slot)
    clock.epoch = BigInt(this.epoch.epoch)
    clock.unixTimestamp = BigInt(time)
    this.#machine.setClock(clock)
  }

  #offerBlockhash() {
    this.#lastHeights.set(this.blockhash, this.height + RECENT_BLOCKS)
    for (const [blockhash, last] of this.#lastHeights) {
      if (last >= this.height) break
      this.#lastHeights.delete(blockhash)
    }
  }

  #remember(entry) {
    this.entries.push(entry)
    this.#entryBySignature.set(entry.wire.signature, entry)
    for (const address of entry.wire.keys) {
      const entries = this.#entriesByAddress.get(address)
      if (entries) entries.push(entry)
      else this.#entriesByAddress.set(address, [entry])
    }
  }
}
