import { type Parts, permit } from './DevSide'
import { hexOf, joined, solanaKey } from './keys'
import type { Side, StandardAccount } from './standardWallet'

const CHAINS = ['solana:mainnet', 'solana:devnet', 'solana:testnet']
const SIGNATURE_BYTES = 64

type ToSign = { readonly account: StandardAccount }

/** Solana: connects and signs, messages and transactions, legacy and v0. It reaches no chain, so it sends nothing. */
export function solanaSide(parts: Parts): Side {
  const key = solanaKey('solana')
  const account = { ...key, chains: CHAINS, features: ['solana:signMessage'] }

  async function signTransaction({ transaction }: { transaction: Uint8Array }) {
    const data = `0x${hexOf(transaction)}`
    const question = { kind: 'transaction', network: 'Solana', address: key.address, data } as const
    await parts.ask('solana:signTransaction', question)
    return { signedTransaction: signed(transaction, key) }
  }

  return {
    chains: CHAINS,
    accounts: [account],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (input?: { silent?: boolean }) => {
          if (!input?.silent) await permit(parts, 'standard:connect', 'Solana', [key.address])
          return { accounts: parts.permission.isGiven() ? [account] : [] }
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async (...inputs: (ToSign & { message: Uint8Array })[]) => {
          const outputs = []
          for (const { message } of inputs) {
            const question = { kind: 'sign', address: key.address, message: `0x${hexOf(message)}` }
            await parts.ask('solana:signMessage', question as { kind: 'sign' } & typeof question)
            outputs.push({ signedMessage: message, signature: key.sign(message) })
          }
          return outputs
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (...inputs: (ToSign & { transaction: Uint8Array })[]) => {
          const outputs = []
          for (const input of inputs) outputs.push(await signTransaction(input))
          return outputs
        },
      },
    },
  }
}

type Key = ReturnType<typeof solanaKey>

/** The transaction with this key's signature in its place. Throws where it is not for this key to sign. */
function signed(transaction: Uint8Array, { publicKey, sign }: Key): Uint8Array {
  const count = transaction[0] ?? 0
  const start = 1 + count * SIGNATURE_BYTES
  const message = transaction.subarray(start)
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0
  const keys = message.subarray(isVersioned ? 5 : 4)
  for (let place = 0; place < count; place += 1) {
    const own = keys.subarray(place * publicKey.length, (place + 1) * publicKey.length)
    if (hexOf(own) !== hexOf(publicKey)) continue
    const before = transaction.subarray(0, 1 + place * SIGNATURE_BYTES)
    const after = transaction.subarray(1 + (place + 1) * SIGNATURE_BYTES)
    return joined(before, sign(message), after)
  }
  throw new Error('This transaction is not for this account to sign.')
}
