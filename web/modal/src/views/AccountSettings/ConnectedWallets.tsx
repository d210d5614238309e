import { IconButton } from '../../../../kit/src/IconButton/IconButton.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { SkeletonRow } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Namespace } from '../../generated/Namespace.ts'
import { isolate, plain } from '../../text/format.ts'
import { shortened } from '../../text/shortened.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'

type ConnectedWalletsProps = {
  /** The namespaces with an account. */
  of: Namespace[]
  /** The one whose account is in use. */
  active: Namespace | undefined
}

/** The wallet behind each account. Of several, each can be used and has a way out of its own. */
export function ConnectedWallets({ of: present, active }: ConnectedWalletsProps) {
  const text = useLazyText()
  const words = text.AccountSettings
  const accounts = useShown('accounts')
  const send = useSend()
  const hasSeveral = present.length > 1
  if (present.length === 0) {
    return (
      <>
        <SkeletonRow />
        <SkeletonRow />
      </>
    )
  }
  return (
    <ul>
      {present.map(namespace => {
        const { status, address = '', connectedWalletInfo: wallet } = accounts[namespace] ?? {}
        const isConnected = status === 'connected'
        const kind = text.namespaces[namespace]()
        const name = wallet?.name ?? kind
        const whose = hasSeveral
          ? words.ofNamespace({ namespace: kind, address: isolate(shortened(address)) })
          : wallet?.isElsewhere
            ? words.connectedElsewhere()
            : words.connectedWith()
        return (
          <li key={namespace} className="one">
            <ListItem
              icon={<Picture of="wallet" name={name} src={wallet?.icon} />}
              label={plain(name)}
              detail={isConnected ? whose : text.Account.reconnecting()}
              isBusy={!isConnected}
              isCurrent={hasSeveral && namespace === active}
              onClick={hasSeveral ? () => send({ type: 'useAccount', namespace }) : undefined}
            />
            {hasSeveral && (
              <IconButton
                icon="disconnect"
                label={words.disconnectOne({ namespace: kind })}
                hasTip
                onClick={() => send({ type: 'disconnect', namespace })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
