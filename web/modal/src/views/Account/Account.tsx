import { Avatar } from '../../../../kit/src/Avatar/Avatar.tsx'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { Icon } from '../../../../kit/src/Icon/Icon.tsx'
import { Link } from '../../../../kit/src/Link/Link.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { Pill } from '../../../../kit/src/Pill/Pill.tsx'
import { Skeleton, SkeletonRow } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Account as AccountState } from '../../generated/Account.ts'
import type { Namespace } from '../../generated/Namespace.ts'
import { age } from '../../text/age.ts'
import { amountText } from '../../text/amount.ts'
import { isolate, plain } from '../../text/format.ts'
import { shortened } from '../../text/shortened.ts'
import { useLocale, useText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The account of the active namespace: where it is, whose it is, what it holds, and the way out. */
export function Account() {
  const text = useText()
  const words = text.Account
  const { active } = useShown('networks')
  const accounts = useShown('accounts')
  const send = useSend()
  const known = Object.keys(accounts) as Namespace[]
  const namespace = known.find(name => active?.startsWith(`${name}:`)) ?? known[0]
  const account = namespace && accounts[namespace]
  const isLoading = account?.status !== 'connected'
  const isWrong = !isLoading && !account.isSupported
  return (
    <ViewLayout
      name="Account"
      title={text.titles.Account()}
      lead={<Network wrongName={isWrong ? (account.networkName ?? '') : undefined} />}
      isBusy={isLoading}
      status={isLoading && words.loading()}
      foot={
        <Button
          kind="danger"
          onClick={() =>
            send(namespace ? { type: 'disconnect', namespace } : { type: 'disconnect' })
          }
        >
          {words.disconnect()}
        </Button>
      }
    >
      <Owner address={account?.address} />
      {/* On a network the site does not have there is no balance to speak of. */}
      {!isWrong && <Balance isLoading={isLoading} account={account} />}
      {!isLoading && !isWrong && account.isBalanceStale && <Stale atMs={account.balanceAtMs} />}
      <Rows account={account} />
    </ViewLayout>
  )
}

/** The network in use, or the name of the wallet's where the site has none like it; the way to others. */
function Network({ wrongName }: { wrongName: string | undefined }) {
  const words = useText().Account
  const { active, list } = useShown('networks')
  const { networkSwitch } = useShown('features')
  const send = useSend()
  const isWrong = wrongName !== undefined
  const used = isWrong ? undefined : (list.find(({ id }) => id === active) ?? list[0])
  const network = plain(wrongName || used?.name || words.unknownNetwork())
  const hasChoice = networkSwitch && (isWrong || list.length > 1)
  return (
    <Pill
      label={network}
      src={used?.image}
      isWrong={isWrong}
      name={(isWrong ? words.wrongNetwork : words.network)({ network })}
      onClick={hasChoice ? () => send({ type: 'show', view: 'Networks' }) : undefined}
    />
  )
}

function Owner({ address }: { address: string | undefined }) {
  const words = useText().Account
  const send = useSend()
  if (!address) {
    return (
      <div className="owner">
        <Skeleton shape="round" />
        <Skeleton shape="w120" />
      </div>
    )
  }
  const short = shortened(address)
  return (
    <div className="owner">
      <Avatar address={address} />
      <button
        type="button"
        aria-label={words.copy({ address: short })}
        onClick={() => send({ type: 'copyAddress' })}
      >
        <bdi dir="ltr">{short}</bdi>
        <Icon name="copy" small />
      </button>
    </div>
  )
}

function Balance({
  isLoading,
  account,
}: {
  isLoading: boolean
  account: AccountState | undefined
}) {
  const { tag } = useLocale()
  const words = useText().Account
  const { balance = '', balanceSymbol: symbol = '', balanceAtMs } = account ?? {}
  if (isLoading && !balanceAtMs) {
    return (
      <p className="balance">
        <Skeleton shape="display" />
      </p>
    )
  }
  // One that was never read is not shown, whatever stands in its place.
  if (!balanceAtMs) {
    return (
      <p className="balance unknown">
        <span aria-hidden="true">–</span>
        <span className="unseen">{words.unknownBalance()}</span>
      </p>
    )
  }
  const shown = amountText(tag, balance)
  const isLong = shown.length + symbol.length > 12
  return (
    <p className={isLong ? 'balance long' : 'balance'}>
      <span className="unseen">{words.balance()} </span>
      <bdi dir="ltr">
        <span>{shown}</span> <small>{isolate(symbol)}</small>
      </bdi>
    </p>
  )
}

function Stale({ atMs }: { atMs: string | undefined }) {
  const text = useText()
  const words = text.Account
  const send = useSend()
  return (
    <Banner cause={words.stale.cause()}>
      {atMs && words.stale.age({ age: age(text.age, Number(atMs), Date.now()) })}{' '}
      <Link onClick={() => send({ type: 'refreshBalance' })}>{text.dialog.tryAgain()}</Link>
    </Banner>
  )
}

function Rows({ account }: { account: AccountState | undefined }) {
  const words = useText().Account
  const { connectedWalletInfo: wallet, addressExplorerUrl } = account ?? {}
  const isConnected = account?.status === 'connected'
  if (!wallet && !isConnected) {
    return (
      <>
        <SkeletonRow />
        <SkeletonRow />
      </>
    )
  }
  return (
    <ul>
      {wallet && (
        <li>
          <ListItem
            icon={<Picture of="wallet" name={wallet.name} src={wallet.icon} />}
            label={plain(wallet.name)}
            detail={isConnected ? words.connectedWith() : words.reconnecting()}
            isBusy={!isConnected}
          />
        </li>
      )}
      {addressExplorerUrl && (
        <li>
          <ListItem
            icon={<Emblem icon="globe" />}
            label={words.explorer()}
            detail={words.explorerDetail()}
            href={addressExplorerUrl}
          />
        </li>
      )}
    </ul>
  )
}
