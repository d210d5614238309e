import { SkeletonEntries } from '../../../../kit/src/EntrySkeleton/EntrySkeleton.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Activity } from '../../generated/Activity.ts'
import type { Coverage } from '../../generated/Coverage.ts'
import { isolate } from '../../text/format.ts'
import { useLocale, useSpendText } from '../../text/useText.ts'
import { Stale } from '../Stale.tsx'
import { AddMore, EmptyTab, NotRead, Unlisted } from '../tabStates.tsx'
import { useAccounts } from '../useAccounts.ts'
import { hasFailed, useHeld } from '../useHeld.ts'
import { useShown } from '../useShown.ts'
import { months, wholeDayText } from './months.ts'
import { SentTransactions } from './SentTransactions.tsx'
import { Transaction } from './Transaction.tsx'

/** What the account did, the newest first: what it has just sent, then all by month. */
export function AccountActivity() {
  const activity = useHeld('activity')
  const { sent, transactionUrl } = activity
  if (sent.length === 0) return <Listed {...activity} />
  return (
    <>
      <div className="AccountActivity">
        <SentTransactions sent={sent} url={transactionUrl} />
      </div>
      <Listed {...activity} />
    </>
  )
}

function Listed({ page, step, isAdding, hasAddFailed, transactionUrl, sent }: Activity) {
  const words = useSpendText().AccountActivity
  const { tag } = useLocale()
  const send = useSend()
  if (step === 'unknown') return <Unlisted text={words.unlisted} />
  if (!page) {
    if (!hasFailed(step)) return <SkeletonEntries count={7} isDated />
    const { title, body } = words.unread
    return <NotRead title={title()} body={body()} isBusy={step === 'again'} />
  }
  const { transactions, next, coverage } = page
  const isEmpty = transactions.length + sent.length === 0 && !next
  return (
    <div className="AccountActivity">
      {hasFailed(step) && <Stale atMs={page.atMs} isBusy={step === 'again'} />}
      {coverage?.isBehind && <p className="listNote">{words.behind()}</p>}
      {isEmpty && (
        <EmptyTab
          icon="clock"
          title={words.empty.title}
          body={words.empty.body()}
          receive={words.empty.receive()}
        />
      )}
      {months(tag, transactions, Date.now()).map(month => (
        <section key={month.title} aria-label={month.title}>
          <h3>{month.title}</h3>
          <ul>
            {month.transactions.map(made => (
              <li key={made.id}>
                <Transaction of={made} url={transactionUrl} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="listEnd">
        {next && (
          <AddMore
            words={words}
            isAdding={isAdding}
            hasFailed={hasAddFailed}
            onAdd={() => send({ type: 'moreActivity' })}
          />
        )}
        {coverage && <Covered {...coverage} />}
      </div>
    </div>
  )
}

/** What the list cannot tell, and where that can be looked up. */
function Covered({ since, hasNative }: Coverage) {
  const words = useSpendText().AccountActivity
  const { tag } = useLocale()
  const { account } = useAccounts()
  const { list, active } = useShown('networks')
  if (!since && hasNative) return null
  const { both, since: from, native } = words.coverage
  const date = since && wholeDayText(tag, since)
  const symbol = isolate(list.find(({ id }) => id === active)?.symbol ?? '')
  const said = date ? (hasNative ? from({ date }) : both({ date, symbol })) : native({ symbol })
  return (
    <p className="Legal">
      {said}{' '}
      {account?.addressExplorerUrl && (
        <a href={account.addressExplorerUrl} target="_blank" rel="noopener noreferrer">
          {words.explorer()}
        </a>
      )}
    </p>
  )
}
