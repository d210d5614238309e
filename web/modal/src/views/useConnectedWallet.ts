import { prose } from '../text/format.ts'
import { useLazyText } from '../text/useText.ts'
import { useAccounts } from './useAccounts.ts'

/** The name, for sentences, of the wallet of the network in use, else of any that is connected. */
export function useConnectedWallet(): string {
  const text = useLazyText()
  const name = useAccounts().account?.connectedWalletInfo?.name
  return name ? prose(name) : text.any.wallet()
}
