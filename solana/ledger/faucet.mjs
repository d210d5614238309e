/** Who gives lamports away, and how whoever holds a key puts a transaction on the chain. */

import {
  address as addressOf,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { signerOf } from './keys.mjs'
import { readTransaction } from './wire.mjs'

/** All of them can be told by a number of JavaScript. */
const LAMPORTS = 9_000_000_000_000_000n

export class Faucet {
  #last = Promise.resolve()

  static async open(ledger) {
    const faucet = new Faucet()
    faucet.ledger = ledger
    faucet.signer = await signerOf('faucet')
    ledger.place({
      address: faucet.signer.address,
      lamports: LAMPORTS,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
      data: new Uint8Array(),
    })
    return faucet
  }

  /**
   * One after the other: two that are alike would be the same in one block.
   * @returns {Promise<string>} The signature, whether it landed or not.
   */
  give(address, lamports, time) {
    const given = this.#last.then(() => this.#giveNow(address, lamports, time))
    this.#last = given.catch(() => {})
    return given
  }

  async #giveNow(address, lamports, time) {
    const instruction = getTransferSolInstruction({
      source: this.signer,
      destination: addressOf(address),
      amount: lamports,
    })
    const wire = await compose(this.ledger, this.signer, [instruction])
    this.ledger.send(wire, time)
    return wire.signature
  }
}

/** A transaction that all who have to sign it signed. */
export async function compose(ledger, payer, instructions, version = 0) {
  const blockhash = { blockhash: ledger.blockhash, lastValidBlockHeight: BigInt(ledger.height) }
  const message = pipe(
    createTransactionMessage({ version }),
    it => setTransactionMessageFeePayerSigner(payer, it),
    it => setTransactionMessageLifetimeUsingBlockhash(blockhash, it),
    it => appendTransactionMessageInstructions(instructions, it),
  )
  const signed = await signTransactionMessageWithSigners(message)
  return readTransaction(getTransactionEncoder().encode(signed))
}
