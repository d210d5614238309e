import { readable } from '../all/readable'
import { rpcErrorOf } from '../all/rpcErrorOf'
import type { Wallets } from '../all/WalletProvider'
import type { Perform } from './Perform'

/**
 * Calls the wallet in the same turn, since some wallets open a window and need the click. Replies
 * `value`, `refused` with the wallet's error, `unreadable`, or `failed` if the wallet is gone.
 */
export const requestWallet =
  (wallets: Wallets): Perform<'request'> =>
  async ({ wallet, method, params }, { reply }) => {
    const provider = wallets.provider(wallet)
    if (!provider) return reply({ type: 'failed', reason: 'the wallet is gone' })
    try {
      const result = await provider.request(params === undefined ? { method } : { method, params })
      const value = readable(result)
      reply(value ? { type: 'value', value: value.value } : { type: 'unreadable' })
    } catch (error) {
      reply({ type: 'refused', error: rpcErrorOf(error) })
    }
  }
