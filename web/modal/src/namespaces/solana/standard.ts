import { at, call, can, listAt, textAt } from '../../all/stranger'
import { base58, bytesOf } from '../bytes'
import type { WalletAdapter } from '../WalletAdapter'
import { accountsFor, onChange, serves } from '../walletStandard'
import { caipOf, clusterOf } from './chains'
import { solanaWalletAdapter } from './SolanaWallet'

/**
 * A wallet of the Wallet Standard that serves Solana; nothing if it does not, or cannot be connected.
 * Features: https://github.com/anza-xyz/wallet-standard
 */
export function standardAdapter(wallet: object): WalletAdapter | undefined {
  const feature = (name: string) => at(wallet, 'features', name)
  if (!serves(wallet, 'solana') || !can(feature('standard:connect'), 'connect')) return undefined

  const input = (account: object, transaction: Uint8Array, chain: string) => ({
    account,
    transaction,
    chain: clusterOf(chain),
  })

  return solanaWalletAdapter<object>({
    async connect(silent) {
      const answer = call(feature('standard:connect'), 'connect', silent ? { silent } : undefined)
      return accountsFor(await answer, 'solana')
    },
    disconnect() {
      const disconnecting = feature('standard:disconnect')
      return can(disconnecting, 'disconnect') ? call(disconnecting, 'disconnect') : undefined
    },
    addressOf: account => textAt(account, 'address') ?? '',
    chains: () => caipOf(listAt(wallet, 'chains')),
    watch: changed =>
      onChange(wallet, change => {
        if (at(change, 'accounts')) changed(accountsFor(change, 'solana'))
      }),
    async signMessage(account, message) {
      const signing = feature('solana:signMessage')
      const [output] = outputs(await call(signing, 'signMessage', { account, message }))
      return bytesOf(at(output, 'signature'))
    },
    async signTransactions(account, transactions, chain) {
      const inputs = transactions.map(transaction => input(account, transaction, chain))
      const signing = feature('solana:signTransaction')
      const signed = outputs(await call(signing, 'signTransaction', ...inputs))
      return signed.map(output => bytesOf(at(output, 'signedTransaction')))
    },
    async send(account, transaction, chain, options) {
      const sending = feature('solana:signAndSendTransaction')
      const one = { ...input(account, transaction, chain), ...(options ? { options } : {}) }
      const [output] = outputs(await call(sending, 'signAndSendTransaction', one))
      const signature = bytesOf(at(output, 'signature'))
      return signature && base58(signature)
    },
  })
}

const outputs = (answer: unknown): unknown[] => listAt({ answer }, 'answer')
