import { Avatar } from '../../../../kit/src/Avatar/Avatar.tsx'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { Link } from '../../../../kit/src/Link/Link.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Pill } from '../../../../kit/src/Pill/Pill.tsx'
import { Skeleton } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useSlice } from '../../../../shell/src/views/useSlice.ts'
import type { Account as AccountState } from '../../generated/Account.ts'
import type { Namespace } from '../../generated/Namespace.ts'
import { age } from '../../text/age.ts'
import { amountText } from '../../text/amount.ts'
import { isolate, plain } from '../../text/format.ts'
import { shortened } from '../../text/shortened.ts'
import { useLazyText, useLocale } from '../../text/useText.ts'
import { useAccounts } from '../useAccounts.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { Accounts } from './Accounts.tsx'

/** The account in use: where it is, whose it is, what it holds; the others that are connected; the ways out. */
export function Account() {
  const text = useLazyText()
  const words = text.Account
  const { present, namespace, account } = useAccounts()
  const { isCopied, hasNotCopied, gone } = useSaid()
  const isLoading = account?.status !== 'connected'
  const isWrong = !isLoading && !account.isSupported
  const wrongName = isWrong ? (account.networkName ?? '') : undefined
  return (
    <ViewLayout
      name="Account"
      title={text.titles.Account()}
      lead={<Network wrongName={wrongName} />}
      isBusy={isLoading}
      status={
        isLoading ? words.loading() : isCopied ? text.toasts.addressCopied() : (gone ?? false)
      }
      foot={
        <>
          {hasNotCopied && account?.address && (
            <div role="alert">
              <Banner cause={text.toasts.copyFailed()}>
                <bdi dir="ltr">{account.address}</bdi>
              </Banner>
            </div>
          )}
          <Foot of={present} address={account?.address} isCopied={isCopied} />
        </>
      }
    >
      <Owner address={account?.address} />
      {/* On a network the site does not have there is no balance to speak of. */}
      {isWrong ? (
        <Banner kind="warn" cause={words.unsupported()} />
      ) : (
        <Balance isLoading={isLoading} account={account} />
      )}
      {!isLoading && !isWrong && account.isBalanceStale && <Stale atMs={account.balanceAtMs} />}
      <Accounts of={present} active={namespace} />
      {gone && <Banner cause={gone} />}
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

/** What is said in this view itself: that the address was copied or not, and which account has gone. */
function useSaid() {
  const text = useLazyText()
  const { shown } = useSlice('toast')
  const left = shown?.text === 'disconnected' && shown.about
  return {
    isCopied: shown?.text === 'addressCopied',
    hasNotCopied: shown?.text === 'copyFailed',
    gone: left && text.toasts.disconnected({ namespace: text.namespaces[left]() }),
  }
}

/** What can be done with the account, until there is more to do. Neither is louder than the other. */
function Foot(props: { of: Namespace[]; address: string | undefined; isCopied: boolean }) {
  const { of: present, address, isCopied } = props
  const words = useLazyText().Account
  const send = useSend()
  const [namespace, ...others] = present
  const isOne = namespace !== undefined && others.length === 0
  return (
    <>
      <Button
        icon={isCopied ? 'check' : 'copy'}
        isDisabled={!address}
        onClick={() => send({ type: 'copyAddress' })}
      >
        {words.copy()} <span className="unseen">{address && shortened(address)}</span>
      </Button>
      <Button
        onClick={() => send(isOne ? { type: 'disconnect', namespace } : { type: 'disconnect' })}
      >
        {others.length > 0 ? words.disconnectAll() : words.disconnect()}
      </Button>
    </>
  )
}

/** The network in use, or the name of the wallet's where the site has none like it; the way to others. */
function Network({ wrongName }: { wrongName: string | undefined }) {
  const words = useLazyText().Account
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
  return (
    <div className="owner">
      {address ? <Avatar address={address} /> : <Skeleton shape="round" />}
      {address ? <bdi dir="ltr">{shortened(address)}</bdi> : <Skeleton shape="w120" />}
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
  const words = useLazyText().Account
  const { balance = '', balanceSymbol: symbol = '', balanceAtMs } = account ?? {}
  if (isLoading && !balanceAtMs) {
    return (
      <p className="balance">
        <Skeleton shape="display" />
      </p>
    )
  }
  // One that was never read is not shown, whatever stands in its place.
  if (!balanceAtMs) return <p className="balance unknown">{words.unknownBalance()}</p>
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
  const text = useLazyText()
  const words = text.Account.stale
  const send = useSend()
  return (
    <Banner cause={atMs ? words.cause() : words.never()}>
      {atMs && words.age({ age: age(text.age, Number(atMs), Date.now()) })}{' '}
      <Link onClick={() => send({ type: 'refreshBalance' })}>{text.dialog.tryAgain()}</Link>
    </Banner>
  )
}
