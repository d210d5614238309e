import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Skeleton } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import type { TokensRead } from '../../generated/TokensRead.ts'
import { amountText } from '../../text/amount.ts'
import { isolate } from '../../text/format.ts'
import { dollarParts } from '../../text/money.ts'
import { useLazyText, useLocale } from '../../text/useText.ts'
import { TryAgain } from '../TryAgain.tsx'
import { useAccounts } from '../useAccounts.ts'
import { useAge } from '../useAge.ts'
import { hasFailed, useHeld } from '../useHeld.ts'
import { useOutdated } from '../useOutdated.ts'
import { useTabs } from './useTabs.ts'

/** More characters than these do not stand at full size. */
const LONG = 12

/** What all of it is worth, in dollars; where nobody knows, how much there is of the native currency. */
export function Worth() {
  const { tag } = useLocale()
  const words = useLazyText().Account
  const { account } = useAccounts()
  const { read } = useHeld('tokens')
  const isAwaited = useIsAwaited()
  const { balance = '', balanceSymbol: symbol = '', balanceAtMs } = account ?? {}
  if (read?.total !== undefined) {
    const [before, cents, after] = dollarParts(tag, read.total)
    const isLong = (before + cents + after).length > LONG
    return (
      <p className={isLong ? 'worth long' : 'worth'}>
        <span className="unseen">{words.worth()} </span>
        <bdi dir="ltr">
          {before}
          <small>{cents}</small>
          {after}
        </bdi>
        {isOfPart(read) && <span className="least"> {words.atLeast()}</span>}
      </p>
    )
  }
  if (isAwaited) {
    return (
      <p className="worth">
        <Skeleton shape="display" />
      </p>
    )
  }
  // One that was never read is not shown, whatever stands in its place.
  if (!balanceAtMs) return <p className="worth unknown">{words.unknownBalance()}</p>
  const shown = amountText(tag, balance)
  return (
    <p className={shown.length + symbol.length > LONG ? 'worth long' : 'worth'}>
      <span className="unseen">{words.balance()} </span>
      <bdi dir="ltr" className="native">
        <span>{shown}</span> <small>{isolate(symbol)}</small>
      </bdi>
    </p>
  )
}

/** Whether the sum leaves something out: what could not be read, or has no price that is known. */
const isOfPart = ({ balances, isWhole }: TokensRead) =>
  !isWhole || balances.some(({ value }) => value === undefined)

/** Whether nothing is known yet, and somebody who was asked has neither answered nor failed. */
function useIsAwaited(): boolean {
  const { account } = useAccounts()
  const { step } = useHeld('tokens')
  if (account?.balanceAtMs) return false
  if (account?.status !== 'connected') return true
  return !account.isBalanceStale && (step === 'reading' || step === 'read')
}

/** Where what shows above could not be read again, or is not: how old it is. One way to try again is enough. */
export function Outdated() {
  const words = useLazyText().Account.stale
  const outdated = useOutdated()
  const isOfferedBelow = useIsOfferedBelow()
  if (!outdated) return null
  const { atMs, isBusy, isOffline } = outdated
  if (!atMs && isOfferedBelow && !isOffline) return null
  return (
    <Banner cause={isOffline ? words.offline() : atMs ? words.cause() : words.never()}>
      {atMs && <Age atMs={atMs} />} {!isOfferedBelow && !isOffline && <TryAgain isBusy={isBusy} />}
    </Banner>
  )
}

function Age({ atMs }: { atMs: string }) {
  return useLazyText().Account.stale.age({ age: useAge(atMs) })
}

/** Whether the tab that shows has nothing, and says so. */
function useIsOfferedBelow(): boolean {
  const { shown } = useTabs()
  const tokens = useHeld('tokens')
  const nfts = useHeld('nfts')
  const activity = useHeld('activity')
  const { step } = { tokens, nfts, activity }[shown]
  const known = shown === 'nfts' ? nfts.page : shown === 'activity' ? activity.page : tokens.read
  return hasFailed(step) && !known
}
