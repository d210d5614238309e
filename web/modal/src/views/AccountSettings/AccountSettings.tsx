import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { plain } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { Owner, Uncopied } from '../Owner.tsx'
import { useAccountNews } from '../useAccountNews.ts'
import { useAccounts } from '../useAccounts.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { ConnectedWallets } from './ConnectedWallets.tsx'

/** What belongs to the account and is seldom wanted: its network, the wallets behind all accounts, the way out. */
export function AccountSettings() {
  const text = useLazyText()
  const words = text.AccountSettings
  const { present, namespace, account } = useAccounts()
  const { isCopied, gone } = useAccountNews()
  return (
    <ViewLayout
      name="AccountSettings"
      title={text.titles.AccountSettings()}
      status={isCopied ? text.toasts.addressCopied() : (gone ?? false)}
      foot={<Foot />}
    >
      <Owner />
      <Uncopied />
      {gone && <Banner cause={gone} />}
      <Network />
      <ConnectedWallets of={present} active={namespace} />
      {account?.addressExplorerUrl && (
        <ListItem
          icon={<Emblem icon="globe" />}
          label={words.explorer()}
          detail={words.explorerDetail()}
          href={account.addressExplorerUrl}
        />
      )}
    </ViewLayout>
  )
}

/** The network in use, and the way to others where there are any. */
function Network() {
  const text = useLazyText()
  const words = text.AccountSettings
  const { account } = useAccounts()
  const { active, list } = useShown('networks')
  const { networkSwitch } = useShown('features')
  const send = useSend()
  const isWrong = account?.status === 'connected' && !account.isSupported
  const used = isWrong ? undefined : (list.find(({ id }) => id === active) ?? list[0])
  const name = plain(used?.name || account?.networkName || text.Account.unknownNetwork())
  const hasChoice = networkSwitch && (isWrong || list.length > 1)
  return (
    <ListItem
      icon={<Picture of="network" name={name} src={used?.image} />}
      label={name}
      detail={isWrong ? words.anotherNetwork() : words.network()}
      hasChevron={hasChoice}
      onClick={hasChoice ? () => send({ type: 'show', view: 'Networks' }) : undefined}
    />
  )
}

function Foot() {
  const words = useLazyText().Account
  const { present } = useAccounts()
  const send = useSend()
  const [namespace, ...others] = present
  const isOne = namespace !== undefined && others.length === 0
  return (
    <Button
      kind="danger"
      icon="disconnect"
      onClick={() => send(isOne ? { type: 'disconnect', namespace } : { type: 'disconnect' })}
    >
      {others.length > 0 ? words.disconnectAll() : words.disconnect()}
    </Button>
  )
}
