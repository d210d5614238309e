import type { Wallets } from '../../../shell/src/all/WalletProvider'
import { isMobile } from '../all/isMobile'
import { isPage } from '../all/isPage'
import type { View } from '../generated/View'
import type { Settings } from './options'

/** What shows where nobody is connected: the wallets of this browser, or on a phone without one all there are. */
export function unconnectedView({ options }: Settings, wallets: Wallets): View {
  let view: View = 'Connect'
  if (isPage && options.enableWallets !== false && isMobile(navigator)) {
    view = 'AllWallets'
    wallets.watch(() => {
      view = 'Connect'
    })()
  }
  return view
}
