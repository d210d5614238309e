import { type Parts, permit } from './DevSide'
import { hexOf, ordinalKey, paymentKey } from './keys'
import type { Side } from './standardWallet'

const CHAINS = ['bitcoin:mainnet']

/** Bitcoin: connects a payment and an ordinals address, and signs messages with the first. */
export function bitcoinSide(parts: Parts): Side {
  const payment = paymentKey('payment')
  const ordinal = ordinalKey('ordinal')
  const accounts = [payment, ordinal].map(({ address, publicKey }) => ({
    address,
    publicKey,
    chains: CHAINS,
    features: ['bitcoin:signMessage'],
  }))
  const addresses = accounts.map(({ address }) => address)

  async function signMessage({ account, message }: { account: object; message: Uint8Array }) {
    if (account !== accounts[0]) throw new Error('This wallet signs with its payment address only.')
    const { address } = payment
    const question = { kind: 'sign', address, message: `0x${hexOf(message)}` } as const
    await parts.ask('bitcoin:signMessage', question)
    return { signedMessage: message, signature: payment.signMessage(message) }
  }

  return {
    chains: CHAINS,
    accounts,
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        connect: async () => {
          await permit(parts, 'bitcoin:connect', 'Bitcoin', addresses)
          return { accounts }
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: async (...inputs: { account: object; message: Uint8Array }[]) => {
          const outputs = []
          for (const input of inputs) outputs.push(await signMessage(input))
          return outputs
        },
      },
    },
  }
}
