import type { Namespace } from '../generated/Namespace.ts'
import { prose } from '../text/format.ts'
import { useLazyText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

/** The name, for sentences, of the wallet of the network in use, else of any that is connected. */
export function useConnectedWallet(): string {
  const text = useLazyText()
  const accounts = useShown('accounts')
  const { active } = useShown('networks')
  const used = accounts[active?.split(':')[0] as Namespace]
  const any = Object.values(accounts).find(it => it.connectedWalletInfo)
  const name = used?.connectedWalletInfo?.name ?? any?.connectedWalletInfo?.name
  return name ? prose(name) : text.any.wallet()
}
