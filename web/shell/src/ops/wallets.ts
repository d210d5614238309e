import { readable } from '../all/readable'
import type { Wallets } from '../all/WalletProvider'
import type { Perform } from './Perform'

/** Stream: `announced` for every wallet of the page; descriptions that cannot be read are skipped. */
export const watchWallets =
  (wallets: Wallets): Perform<'wallets'> =>
  ({ wanted }, { signal, emit }) => {
    const stop = wallets.watch((wallet, description) => {
      const detail = readable(description)
      if (detail) emit({ type: 'announced', wallet, detail: detail.value })
    }, wanted)
    signal.addEventListener('abort', stop, { once: true })
  }
