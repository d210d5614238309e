/** Methods that tell of the node and of its chain as a whole. */

import { budgetOf, feeOf } from '../../ledger/fees.mjs'
import { RECENT_BLOCKS } from '../../ledger/ledger.mjs'
import { API_VERSION, inContext } from '../context.mjs'
import { messageOf } from '../encoded.mjs'
import { address, blockhash, config, list, natural, optional, text } from '../params.mjs'

/** Which features a node has, as a number that only others of its release share. */
const FEATURE_SET = 3_640_012_085
const MOST_ADDRESSES = 128

export const chainMethods = {
  getHealth: [[], () => 'ok'],
  getVersion: [[], () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION })],
  getGenesisHash: [[], node => node.genesisHash],
  getSlot: [[config()], ({ ledger }) => ledger.slot],
  getBlockHeight: [[config()], ({ ledger }) => ledger.height],
  getEpochInfo: [[config()], ({ ledger }) => epochOf(ledger)],
  getLatestBlockhash: [
    [config()],
    node => {
      const { blockhash } = node.ledger
      const lastValidBlockHeight = node.ledger.lastHeightOf(blockhash)
      return inContext(node, { blockhash, lastValidBlockHeight })
    },
  ],
  isBlockhashValid: [
    [blockhash, config()],
    (node, hash) => inContext(node, node.ledger.lastHeightOf(hash) !== undefined),
  ],
  getMinimumBalanceForRentExemption: [
    [natural, config()],
    ({ ledger }, bytes) => ledger.rentOf(bytes),
  ],
  getFeeForMessage: [
    [text, config()],
    (node, encoded) => {
      const message = messageOf(encoded)
      const isKnown = node.ledger.lastHeightOf(message.lifetimeToken) !== undefined
      return inContext(node, isKnown ? feeOf(message) : null)
    },
  ],
  getRecentPrioritizationFees: [
    [optional(list(address, MOST_ADDRESSES))],
    // With one transaction in a block it makes no difference which accounts one wants to write.
    ({ ledger }) =>
      ledger.entries.slice(-RECENT_BLOCKS).map(({ slot, wire }) => ({
        slot,
        prioritizationFee: budgetOf(wire.message).price,
      })),
  ],
}

function epochOf(ledger) {
  const { epoch, index, slots } = ledger.epoch
  return {
    absoluteSlot: ledger.slot,
    blockHeight: ledger.height,
    epoch,
    slotIndex: index,
    slotsInEpoch: slots,
    transactionCount: ledger.entries.length,
  }
}
