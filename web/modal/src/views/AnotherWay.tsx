import { Emblem } from '../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../kit/src/ListItem/ListItem.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import type { Handoff } from '../generated/Handoff.ts'
import type { WalletPlatform } from '../generated/WalletPlatform.ts'
import { prose } from '../text/format.ts'
import { useLazyText } from '../text/useText.ts'
import { useCopied } from './useCopied.ts'
import { useShown } from './useShown.ts'

/** A part of the view of an attempt to reach a wallet; `isAny` where none is meant in particular. */
export type PartProps = { handoff: Handoff; name: string; isAny: boolean }

const isLink = (platform: WalletPlatform) => platform !== 'qrcode' && platform !== 'browser'

/** Another way to a wallet than the one that shows: by what is copied, by a link anew, by the page itself. */
export function AnotherWay({ handoff, name, isAny }: PartProps) {
  const { ConnectingWalletConnect: words, titles } = useLazyText()
  const send = useSend()
  const isRefused = useShown('connect').step.type === 'failed'
  const { platform, uri, link, step } = handoff
  const copied = useCopied(uri)
  if (isAny) {
    const isDown = step.type === 'unreachable' && step.why !== 'clock'
    const row = isDown ? words.phoneRow : words.elsewhere
    return step.type === 'unread' ? (
      <ListItem
        icon={<Emblem icon="wallet" />}
        label={titles.AllWallets()}
        hasChevron
        onClick={() => send({ type: 'show', view: 'AllWallets' })}
      />
    ) : (
      <ListItem
        icon={<Emblem icon="phone" />}
        label={row.name()}
        detail={row.detail()}
        hasChevron
        onClick={() => send({ type: 'showCode', address: location.href })}
      />
    )
  }
  if (!isLink(platform) || uri === undefined || step.type !== 'ready' || isRefused) return null
  const isSpent = link === 'spent'
  const row = isSpent ? words.againRow : words.copyRow
  const done = isSpent ? undefined : copied
  return (
    <ListItem
      icon={<Emblem icon={isSpent ? 'external' : (done?.icon ?? 'copy')} />}
      label={done?.text ?? row.name()}
      detail={platform === 'web' ? row.web() : row.detail({ wallet: prose(name) })}
      onClick={() => send({ type: isSpent ? 'openWallet' : 'copyLink' })}
    />
  )
}
