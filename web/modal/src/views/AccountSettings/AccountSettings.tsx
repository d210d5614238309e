import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { wallet as embedded } from '../../generated/embedded.ts'
import { useLazyText } from '../../text/useText.ts'
import { DisconnectButton } from '../DisconnectButton.tsx'
import { Owner, Uncopied } from '../Owner.tsx'
import { useAccountNews } from '../useAccountNews.ts'
import { useAccounts } from '../useAccounts.ts'
import { useNetworkInUse } from '../useNetworkInUse.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { ConnectedWallets } from './ConnectedWallets.tsx'

/** What belongs to the account and is seldom wanted: its network, the wallets behind all accounts, the way out. */
export function AccountSettings() {
  const text = useLazyText()
  const words = text.AccountSettings
  const { present, namespace, account } = useAccounts()
  const { isCopied, gone } = useAccountNews()
  const isEmbedded = account?.connectedWalletInfo?.identifier === embedded
  return (
    <ViewLayout
      name="AccountSettings"
      title={text.titles.AccountSettings()}
      status={isCopied ? text.toasts.addressCopied() : (gone ?? false)}
      foot={<DisconnectButton kind="danger" icon="disconnect" />}
    >
      <Owner />
      <Uncopied />
      {gone && <Banner cause={gone} />}
      <Network />
      {/* Where there is but that one it is all that is said here. */}
      {(!isEmbedded || present.length > 1) && <ConnectedWallets of={present} active={namespace} />}
      {isEmbedded && <Embedded email={account.user?.email} />}
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

/** What the embedded wallet has to be set about it. */
function Embedded({ email }: { email?: string | undefined }) {
  const words = useLazyText().AccountSettings
  const send = useSend()
  return (
    <>
      <ListItem
        icon={<Emblem icon="globe" />}
        label={email ?? words.email()}
        detail={words.emailDetail()}
        hasChevron
        onClick={() => send({ type: 'show', view: 'UpdateEmailWallet' })}
      />
      <ListItem
        icon={<Emblem icon="sliders" />}
        label={words.vault()}
        detail={words.vaultDetail()}
        hasChevron
        onClick={() => send({ type: 'show', view: 'WalletSettings' })}
      />
    </>
  )
}

function Network() {
  const words = useLazyText().AccountSettings
  const { name, image, isWrong, choose } = useNetworkInUse()
  return (
    <ListItem
      icon={<Picture of="network" name={name} src={image} />}
      label={name}
      detail={isWrong ? words.anotherNetwork() : words.network()}
      hasChevron={choose !== undefined}
      onClick={choose}
    />
  )
}
