import { LazyView } from './LazyView.tsx'
import { useSpend } from './SpendChunk.ts'

/** What the router shows for the views of the third chunk. */
export const spendStandIns = {
  SwitchAddress: () => <LazyView name="SwitchAddress" chunk={useSpend()} />,
  WalletReceive: () => <LazyView name="WalletReceive" chunk={useSpend()} />,
  WalletCompatibleNetworks: () => <LazyView name="WalletCompatibleNetworks" chunk={useSpend()} />,
}
