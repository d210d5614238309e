import { junk } from '../../all/failures'
import { at, call, can, listAt, textAt } from '../../all/stranger'
import { bytesOf } from '../bytes'
import type { WalletAdapter } from '../WalletAdapter'
import { mainnet } from './chains'
import { solanaWalletAdapter } from './SolanaWallet'

/**
 * Coinbase's own object, `window.coinbaseSolana`, from before the Wallet Standard. It wants and gives
 * transactions as objects that can serialize themselves, and serves the main network only.
 */
export function coinbaseAdapter(coinbase: object): WalletAdapter {
  /** Its key is an object whose text is the address. */
  function address(): string | undefined {
    const key = at(coinbase, 'publicKey')
    return can(key, 'toString') ? textAt({ text: call(key, 'toString') }, 'text') : undefined
  }

  const accounts = () => [address()].filter(one => one !== undefined)

  return solanaWalletAdapter<string>({
    async connect(silent) {
      if (silent) return at(coinbase, 'isConnected') === true ? accounts() : []
      await call(coinbase, 'connect')
      return accounts()
    },
    disconnect: () => call(coinbase, 'disconnect'),
    addressOf: account => account,
    chains: () => [mainnet],
    watch(changed) {
      if (!can(coinbase, 'on')) return () => {}
      const renew = () => changed(accounts())
      const leave = () => changed([])
      call(coinbase, 'on', 'connect', renew)
      call(coinbase, 'on', 'disconnect', leave)
      return () => {
        call(coinbase, 'removeListener', 'connect', renew)
        call(coinbase, 'removeListener', 'disconnect', leave)
      }
    },
    signMessage: async (_, message) =>
      bytesOf(at(await call(coinbase, 'signMessage', message), 'signature')),
    async signTransactions(_, transactions) {
      const [first, ...others] = transactions.map(asObject)
      const signed =
        others.length === 0
          ? [await call(coinbase, 'signTransaction', first)]
          : listAt({ all: await call(coinbase, 'signAllTransactions', [first, ...others]) }, 'all')
      return signed.map(asBytes)
    },
    send: async (_, transaction, __, options) =>
      textAt(
        await call(coinbase, 'signAndSendTransaction', asObject(transaction), options),
        'signature',
      ),
  })
}

const asObject = (transaction: Uint8Array) => ({ serialize: () => transaction })

function asBytes(transaction: unknown): Uint8Array {
  const options = { requireAllSignatures: false, verifySignatures: false }
  const bytes = bytesOf(call(transaction, 'serialize', options))
  if (!bytes) throw junk('signed transaction')
  return bytes
}
