import { unsupported } from '../../all/failures'
import { at, call, can, isObject, listAt, textAt } from '../../all/stranger'
import { base64, bytesOf, fromBase64, hex } from '../bytes'
import type { WalletAdapter } from '../WalletAdapter'
import { accountsFor, onChange, serves } from '../walletStandard'
import { type BitcoinAccount, bitcoinWalletAdapter, type SignInput } from './BitcoinWallet'
import { caipOf, nameOf } from './chains'
import { satsConnectAdapter, satsConnectTransfer } from './satsConnect'

/** A wallet's own account object goes back to it when it has to sign. */
interface Standard extends BitcoinAccount {
  own: object
}

/**
 * A wallet of the Wallet Standard that serves Bitcoin, by `bitcoin:connect` or by sats-connect; nothing
 * if it does not. Features: https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export function standardAdapter(wallet: object): WalletAdapter | undefined {
  const feature = (name: string) => at(wallet, 'features', name)
  const satsConnect = feature('sats-connect:')
  const provider = at(satsConnect, 'provider')
  if (!can(feature('bitcoin:connect'), 'connect'))
    return isObject(provider) && can(provider, 'request') ? satsConnectAdapter(provider) : undefined
  if (!serves(wallet, 'bitcoin')) return undefined

  const chains = () => caipOf('standard', listAt(wallet, 'chains'))

  return bitcoinWalletAdapter({
    async connect({ silent }) {
      // There is no silent way to connect. Its list holds what the page was permitted before.
      if (silent) return { accounts: accountsOf(wallet), chains: chains() }
      const purposes = ['payment', 'ordinals']
      const answer = await call(feature('bitcoin:connect'), 'connect', { purposes })
      return { accounts: accountsOf(answer), chains: chains() }
    },
    disconnect() {
      const disconnecting = feature('bitcoin:disconnect') ?? feature('standard:disconnect')
      return can(disconnecting, 'disconnect') ? call(disconnecting, 'disconnect') : undefined
    },
    watch(changed) {
      const hear = (change: unknown) => {
        if (at(change, 'accounts')) changed(accountsOf(change))
      }
      const own = feature('bitcoin:events')
      return onChange(wallet, hear, own ? 'bitcoin:events' : 'standard:events')
    },
    async signMessage({ account, message }) {
      const input = { account: ownOf(account), message: new TextEncoder().encode(message) }
      const answer = await call(feature('bitcoin:signMessage'), 'signMessage', input)
      const signature = bytesOf(at(listAt({ answer }, 'answer')[0], 'signature'))
      return { signature: signature && base64(signature) }
    },
    sendTransfer({ recipient, sats }) {
      if (!isObject(provider)) throw unsupported('sendTransfer')
      return satsConnectTransfer(provider, recipient, sats)
    },
    async signPsbt({ psbt, inputs, broadcast, chain }) {
      const ask = {
        psbt: fromBase64(psbt),
        inputsToSign: inputsToSign(inputs),
        chain: nameOf('standard', chain) ?? chain,
      }
      const name = broadcast ? 'signAndSendTransaction' : 'signTransaction'
      const answer = await call(feature(`bitcoin:${name}`), name, ask)
      const [output] = listAt({ answer }, 'answer')
      const signed = bytesOf(at(output, 'signedPsbt'))
      return { psbt: signed && base64(signed), txid: textAt(output, 'txId') }
    },
  })
}

/** Its accounts, in the order of the purposes that were asked for. */
function accountsOf(holder: unknown): Standard[] {
  return accountsFor(holder, 'bitcoin').map((own, place) => {
    const address = textAt(own, 'address') ?? ''
    const key = bytesOf(at(own, 'publicKey'))
    return {
      address,
      type: place === 0 ? 'payment' : 'ordinal',
      ...(key && key.length > 0 && { publicKey: hex(key) }),
      own,
    }
  })
}

const ownOf = (account: BitcoinAccount): object => (account as Standard).own

/** SIGHASH flags, as the standard spells them. */
const flags: { [flag: number]: string } = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

const inputsToSign = (inputs: readonly SignInput[]) =>
  inputs.map(({ account, index, sighashTypes }) => {
    const sigHash = sighashTypes && flags[sighashTypes[0] ?? 0]
    return { account: ownOf(account), signingIndexes: [index], ...(sigHash && { sigHash }) }
  })
