import { useSend } from '../../../shell/src/views/useSend.ts'
import { plain } from '../text/format.ts'
import { useLazyText } from '../text/useText.ts'
import { useAccounts } from './useAccounts.ts'
import { useShown } from './useShown.ts'

/** The network in use, or the wallet's where the site has none like it; the way to others, where there are any. */
export function useNetworkInUse() {
  const words = useLazyText().Account
  const { account } = useAccounts()
  const { active, list } = useShown('networks')
  const { networkSwitch } = useShown('features')
  const send = useSend()
  const isWrong = account?.status === 'connected' && !account.isSupported
  const used = isWrong ? undefined : (list.find(({ id }) => id === active) ?? list[0])
  const name = plain(used?.name || account?.networkName || words.unknownNetwork())
  const hasChoice = networkSwitch && (isWrong || list.length > 1)
  const choose = hasChoice ? () => send({ type: 'show', view: 'Networks' }) : undefined
  return { name, image: used?.image, isWrong, choose }
}
