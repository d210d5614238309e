import { Account } from './Account/Account.tsx'
import { AccountSettings } from './AccountSettings/AccountSettings.tsx'
import { AllWallets } from './AllWallets/AllWallets.tsx'
import { ConnectingMultiChain } from './ConnectingMultiChain/ConnectingMultiChain.tsx'
import { ConnectingWalletConnect } from './ConnectingWalletConnect/ConnectingWalletConnect.tsx'
import { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic/ConnectingWalletConnectBasic.tsx'
import { ConnectWallets } from './ConnectWallets/ConnectWallets.tsx'
import { Downloads } from './Downloads/Downloads.tsx'
import { frameViews } from './frameViews.tsx'
import { GetWallet } from './GetWallet/GetWallet.tsx'
import { Networks } from './Networks/Networks.tsx'
import { OpenOnPhone } from './OpenOnPhone/OpenOnPhone.tsx'
import { OpenWallet } from './OpenWallet/OpenWallet.tsx'
import type { LazyViews } from './SecondChunk.ts'
import { SwitchActiveChain } from './SwitchActiveChain/SwitchActiveChain.tsx'
import { SwitchNetwork } from './SwitchNetwork/SwitchNetwork.tsx'
import { spendStandIns } from './spendStandIns.tsx'
import { UnsupportedChain } from './UnsupportedChain/UnsupportedChain.tsx'
import { WhatIsANetwork } from './WhatIsANetwork/WhatIsANetwork.tsx'
import { WhatIsAWallet } from './WhatIsAWallet/WhatIsAWallet.tsx'

export { arrive } from './arrive.ts'
export { bringSpend } from './bringSpend.ts'
export { embed } from './embedded.ts'
export { FramePlace } from './FramePlace.tsx'
export { passage } from './passage.ts'

/** The views of the second chunk: what the Connect list and connecting do without. */
export const views: LazyViews['views'] = {
  Account,
  AccountSettings,
  AllWallets,
  ConnectWallets,
  ConnectingMultiChain,
  ConnectingWalletConnect,
  ConnectingWalletConnectBasic,
  Downloads,
  GetWallet,
  Networks,
  OpenOnPhone,
  OpenWallet,
  SwitchActiveChain,
  SwitchNetwork,
  UnsupportedChain,
  WhatIsANetwork,
  WhatIsAWallet,
  ...spendStandIns,
  ...frameViews,
}
