/** One node: its chain, who gives lamports away on it, and the methods by which clients ask for both. */

import { Faucet } from '../ledger/faucet.mjs'
import { Ledger } from '../ledger/ledger.mjs'
import { Failure } from './failure.mjs'
import { accountMethods } from './methods/accounts.mjs'
import { chainMethods } from './methods/chain.mjs'
import { historyMethods } from './methods/histories.mjs'
import { sendingMethods } from './methods/sending.mjs'
import { readParams } from './params.mjs'

const METHODS = new Map(
  Object.entries({ ...chainMethods, ...accountMethods, ...historyMethods, ...sendingMethods }),
)

export class Node {
  static async open(genesisHash) {
    const node = new Node()
    node.genesisHash = genesisHash
    node.ledger = new Ledger()
    node.faucet = await Faucet.open(node.ledger)
    return node
  }

  /** Answers one call, or throws a Failure. */
  async call(method, params) {
    const [readers, answer] = METHODS.get(method) ?? []
    if (!answer) throw Failure.noMethod()
    const values = readParams(readers, params)
    if (values.at(-1)?.minContextSlot > this.ledger.slot) {
      throw Failure.contextSlot(this.ledger.slot)
    }
    return answer(this, ...values)
  }
}
