/** Fills a fresh node, always with the same: what is there, when it came, and the signatures. */

import { compose } from '../ledger/faucet.mjs'
import { signerOf } from '../ledger/keys.mjs'
import { seedHistories } from './histories.mjs'
import { seedTokens } from './tokens.mjs'

/** When the first transaction is; those without a day of their own follow each other by a minute. */
const START = Date.parse('2026-01-05T09:00:00Z') / 1000
const MINUTE = 60

const LAMPORTS = {
  issuer: 5_000_000_000,
  owner: 10_000_000_000,
  friend: 5_000_000_000,
  tokenless: 1_500_000_000,
}

/** @param {import('../rpc/node.mjs').Node} node */
export async function seed({ ledger, faucet }) {
  const story = new Story(ledger)
  const accounts = { faucet: faucet.signer.address }
  for (const [name, lamports] of Object.entries(LAMPORTS)) {
    story[name] = await signerOf(name)
    accounts[name] = story[name].address
    await faucet.give(accounts[name], lamports, story.next())
  }
  const tokens = await seedTokens(story)
  const transactions = await seedHistories(story, tokens)
  return { accounts, tokens, transactions }
}

/** Who acts on which chain, and what time it is there. */
class Story {
  #time = START - MINUTE

  constructor(ledger) {
    this.ledger = ledger
  }

  next() {
    this.#time += MINUTE
    return this.#time
  }

  async send(payer, instructions) {
    const entry = this.ledger.send(await compose(this.ledger, payer, instructions), this.next())
    const err = entry ? entry.outcome.err : 'it did not land'
    if (err) throw new Error(`A transaction of the seed failed: ${JSON.stringify(err)}`)
  }

  /** @returns {Promise<string>} The signature, also of one that failed. */
  async sendOn(day, payer, instructions, version) {
    const wire = await compose(this.ledger, payer, instructions, version)
    const entry = this.ledger.send(wire, day.getTime() / 1000)
    if (!entry) throw new Error('A transaction of the seed did not land.')
    return wire.signature
  }
}
