import { providerErrorOf } from '../../all/failures'
import { at, call, listAt, textAt } from '../../all/stranger'
import { base64, fromBase64, fromHex, hex } from '../bytes'
import type { WalletAdapter } from '../WalletAdapter'
import { type BitcoinAccount, bitcoinWalletAdapter } from './BitcoinWallet'
import { nameOf } from './chains'

/** The kinds of address that Leather gives, and what they are for. */
const purposes: { [kind: string]: BitcoinAccount['type'] } = { p2wpkh: 'payment', p2tr: 'ordinal' }

/**
 * Leather: https://leather.gitbook.io/developers. It has no silent way to connect and none to disconnect,
 * signs messages by BIP-322 only, and speaks of PSBTs in hexadecimal.
 */
export function leatherAdapter(leather: object): WalletAdapter {
  async function ask(method: string, params: object): Promise<unknown> {
    const answer = await call(leather, 'request', method, params)
    const error = at(answer, 'error')
    if (error) throw providerErrorOf(error)
    return at(answer, 'result')
  }

  return bitcoinWalletAdapter({
    async connect({ chain, silent }) {
      if (silent) return { accounts: [] }
      const found = await ask('getAddresses', networkOf(chain))
      return { accounts: listAt(found, 'addresses').flatMap(accountOf) }
    },
    async signMessage({ account, message, chain }) {
      const paymentType = account.type === 'payment' ? 'p2wpkh' : 'p2tr'
      const signed = await ask('signMessage', { message, paymentType, ...networkOf(chain) })
      return { signature: textAt(signed, 'signature') }
    },
    async sendTransfer({ recipient, sats, chain }) {
      const recipients = [{ address: recipient, amount: String(sats) }]
      return textAt(await ask('sendTransfer', { recipients, ...networkOf(chain) }), 'txid')
    },
    async signPsbt({ psbt, inputs, broadcast, chain }) {
      const allowedSighash = [...new Set(inputs.flatMap(({ sighashTypes = [] }) => sighashTypes))]
      const signed = await ask('signPsbt', {
        hex: hex(fromBase64(psbt)),
        ...(inputs.length > 0 && { signAtIndex: inputs.map(({ index }) => index) }),
        ...(allowedSighash.length > 0 && { allowedSighash }),
        broadcast,
        ...networkOf(chain),
      })
      const found = textAt(signed, 'hex')
      return { psbt: found && base64(fromHex(found)), txid: textAt(signed, 'txid') }
    },
  })
}

const networkOf = (chain: string) => ({ network: nameOf('leather', chain) })

function accountOf(one: unknown): BitcoinAccount[] {
  const address = textAt(one, 'address')
  const type = purposes[textAt(one, 'type') ?? '']
  if (!address || !type || at(one, 'symbol') !== 'BTC') return []
  const publicKey = textAt(one, 'publicKey')
  const path = textAt(one, 'derivationPath')
  return [{ address, type, ...(publicKey && { publicKey }), ...(path && { path }) }]
}
