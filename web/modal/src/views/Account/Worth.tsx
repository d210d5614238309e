import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Link } from '../../../../kit/src/Link/Link.tsx'
import { Skeleton } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { age } from '../../text/age.ts'
import { amountText } from '../../text/amount.ts'
import { isolate } from '../../text/format.ts'
import { dollarParts } from '../../text/money.ts'
import { useLazyText, useLocale } from '../../text/useText.ts'
import { useAccounts } from '../useAccounts.ts'
import { useHeld } from '../useHeld.ts'
import { useOutdated } from '../useOutdated.ts'

/** More characters than these do not stand at full size. */
const LONG = 12

/** What all of it is worth, in dollars; where nobody knows, how much there is of the native currency. */
export function Worth() {
  const { tag } = useLocale()
  const words = useLazyText().Account
  const { account } = useAccounts()
  const { read } = useHeld('tokens')
  const { status, balance = '', balanceSymbol: symbol = '', balanceAtMs } = account ?? {}
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
      </p>
    )
  }
  if (status !== 'connected' && !balanceAtMs) {
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

/** Where what shows above could not be read again: how old it is. One way to try again is enough. */
export function Outdated() {
  const text = useLazyText()
  const words = text.Account.stale
  const outdated = useOutdated()
  const isOfferedBelow = useIsOfferedBelow()
  const send = useSend()
  if (!outdated) return null
  const { atMs } = outdated
  if (!atMs && isOfferedBelow) return null
  return (
    <Banner cause={atMs ? words.cause() : words.never()}>
      {atMs && words.age({ age: age(text.age, Number(atMs), Date.now()) })}{' '}
      {!isOfferedBelow && (
        <Link onClick={() => send({ type: 'refreshBalance' })}>{text.dialog.tryAgain()}</Link>
      )}
    </Banner>
  )
}

/** Whether the tab that shows has nothing, and says so. */
function useIsOfferedBelow(): boolean {
  const { account } = useAccounts()
  const tokens = useHeld('tokens')
  const nfts = useHeld('nfts')
  const activity = useHeld('activity')
  const tab = account?.currentTab
  const { step } = { tokens, nfts, activity }[tab ?? 'tokens']
  const known = tab === 'nfts' ? nfts.page : tab === 'activity' ? activity.page : tokens.read
  return step === 'failed' && !known
}
