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
  const lack = useLack(page?.coverage)
  if (step === 'unknown') return <Unlisted text={words.unlisted} />
  if (!page) {
    if (!hasFailed(step)) return <SkeletonEntries count={7} isDated />
    const { title, body } = words.unread
    return <NotRead title={title()} body={body()} isBusy={step === 'again'} />
  }
  const { transactions, next, coverage } = page
  const isEmpty = transactions.length + sent.length === 0 && !next
  const isBehind = coverage?.isBehind
  return (
    <div className="AccountActivity">
      {hasFailed(step) && <Stale atMs={page.atMs} isBusy={step === 'again'} />}
      {isBehind && <p className="listNote">{words.behind()}</p>}
      {isEmpty && (isBehind ? <SkeletonEntries count={7} isDated /> : <Empty lack={lack} />)}
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
      {(next || lack) && (
        <div className="listEnd">
          {next && (
            <AddMore
              words={words}
              isAdding={isAdding}
              hasFailed={hasAddFailed}
              onAdd={() => send({ type: 'moreActivity' })}
            />
          )}
          {lack && <Elsewhere lack={isEmpty && !isBehind ? undefined : lack} />}
        </div>
      )}
    </div>
  )
}

/** There is nothing, as far as anybody has looked: `lack` says how far that is. */
function Empty({ lack }: { lack: string | undefined }) {
  const words = useSpendText().AccountActivity.empty
  return (
    <EmptyTab
      icon="clock"
      title={lack ? words.seen : words.title}
      body={lack ?? words.body()}
      receive={words.receive()}
    />
  )
}

/** What the list cannot tell. */
function useLack(coverage: Coverage | undefined): string | undefined {
  const { both, since: from, native } = useSpendText().AccountActivity.coverage
  const { tag } = useLocale()
  const { list, active } = useShown('networks')
  if (!coverage) return
  const { since, hasNative } = coverage
  const date = since && wholeDayText(tag, since)
  const symbol = isolate(list.find(({ id }) => id === active)?.symbol ?? '')
  if (!date) return hasNative ? undefined : native({ symbol })
  return hasNative ? from({ date }) : both({ date, symbol })
}

/** What the list cannot tell, unless that was said before, and where it can be looked up. */
function Elsewhere({ lack }: { lack: string | undefined }) {
  const words = useSpendText().AccountActivity
  const { account } = useAccounts()
  const url = account?.addressExplorerUrl
  if (!lack && !url) return null
  return (
    <p className="Legal">
      {lack}{' '}
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {words.explorer()}
        </a>
      )}
    </p>
  )
}
