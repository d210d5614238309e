import type { WalletProvider, Wallets } from '../../../shell/src/all/WalletProvider'
import { at } from '../all/stranger'
import type { Adapter } from '../namespaces/Adapter'

/** How long wallets have to announce themselves (EIP-6963) before the bare provider is offered. */
const announceMs = 300

/**
 * The browser of a phone's wallet, which may know no EIP-6963: its `window.ethereum` is offered where
 * no wallet of eip155 announced itself. On other devices it is not, for nobody knows which extension it belongs to.
 */
export const browserWalletAdapter = (wallets: Pick<Wallets, 'watch'>, name: string): Adapter => ({
  discover(announce) {
    let isAnnounced = false
    const unwatch = wallets.watch((_, description) => {
      isAnnounced ||= at(description, 'namespace') === undefined
    })
    const timer = setTimeout(() => {
      const provider = bareProvider()
      if (!provider || isAnnounced) return
      announce({ rdns: 'injected', name, isInjected: true }, provider)
    }, announceMs)
    return () => {
      unwatch()
      clearTimeout(timer)
    }
  },
})

function bareProvider(): WalletProvider | undefined {
  try {
    const { ethereum } = window as { ethereum?: WalletProvider }
    return typeof ethereum?.request === 'function' ? ethereum : undefined
  } catch {
    // A getter of a stranger's threw: there is no wallet.
    return undefined
  }
}
