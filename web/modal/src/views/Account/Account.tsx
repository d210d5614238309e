import { ActionStrip } from '../../../../kit/src/ActionStrip/ActionStrip.tsx'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { IconButton } from '../../../../kit/src/IconButton/IconButton.tsx'
import { Pill } from '../../../../kit/src/Pill/Pill.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useLazyText } from '../../text/useText.ts'
import { DisconnectButton } from '../DisconnectButton.tsx'
import { Owner, Uncopied } from '../Owner.tsx'
import { useAccountNews } from '../useAccountNews.ts'
import { useAccounts } from '../useAccounts.ts'
import { useNetworkInUse } from '../useNetworkInUse.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { Holdings } from './Holdings.tsx'
import { Outdated, Worth } from './Worth.tsx'

/** The account in use: where it is, whose it is, what it holds and did; the ways out. */
export function Account() {
  const text = useLazyText()
  const words = text.Account
  const { account } = useAccounts()
  const { isCopied, gone, unavailable } = useAccountNews()
  const { isOffline } = useShown('presence')
  const isLoading = account?.status !== 'connected'
  const isWrong = !isLoading && !account.isSupported
  const lack = isWrong ? words.unsupported() : (unavailable ?? (isOffline && words.stale.offline()))
  return (
    <ViewLayout
      name="Account"
      title={text.titles.Account()}
      lead={<Network />}
      isBusy={isLoading}
      status={isLoading ? words.loading() : isCopied ? text.toasts.addressCopied() : (gone ?? lack)}
      foot={<DisconnectButton />}
    >
      <Owner end={<Others />} />
      <Uncopied />
      {gone && <Banner cause={gone} />}
      {/* On a network that the site does not have there is nothing to speak of. */}
      {isWrong ? (
        <Wrong />
      ) : (
        <>
          <Worth />
          <Outdated />
          <Actions />
          <Holdings />
        </>
      )}
    </ViewLayout>
  )
}

/** It is on a network that the site does not have, and where the way is to one that it has. */
function Wrong() {
  const words = useLazyText().Account
  const { choose } = useNetworkInUse()
  return (
    <>
      <Banner kind="warn" cause={words.unsupported()}>
        {!choose && words.elsewhere()}
      </Banner>
      {choose && (
        <Button kind="primary" onClick={choose}>
          {words.switchNetwork()}
        </Button>
      )}
    </>
  )
}

/** The ways to the other accounts of the wallet, where it shares some, and to the settings. */
function Others() {
  const words = useLazyText().Account
  const { namespace, account } = useAccounts()
  const send = useSend()
  const hasChoice =
    namespace !== 'solana' && account?.status === 'connected' && account.allAccounts.length > 1
  return (
    <>
      {hasChoice && (
        <IconButton
          icon="swap"
          label={words.switchAddress()}
          hasTip
          onClick={() => send({ type: 'show', view: 'SwitchAddress' })}
        />
      )}
      <IconButton
        icon="sliders"
        label={words.settings()}
        hasTip
        onClick={() => send({ type: 'show', view: 'AccountSettings' })}
      />
    </>
  )
}

/** What can be done with the account. */
function Actions() {
  const words = useLazyText().Account
  const { receive } = useShown('features')
  const send = useSend()
  if (!receive) return null
  return (
    <ActionStrip
      label={words.actions()}
      actions={[
        {
          icon: 'receive',
          label: words.receive(),
          onClick: () => send({ type: 'show', view: 'WalletReceive' }),
        },
      ]}
    />
  )
}

function Network() {
  const words = useLazyText().Account
  const { name, image, isWrong, choose } = useNetworkInUse()
  return (
    <Pill
      label={name}
      src={image}
      isWrong={isWrong}
      name={(isWrong ? words.wrongNetwork : words.network)({ network: name })}
      onClick={choose}
    />
  )
}
