import { Entry } from '../../../../kit/src/Entry/Entry.tsx'
import { TransferPicture } from '../../../../kit/src/TransferPicture/TransferPicture.tsx'
import type { SentTransaction } from '../../generated/SentTransaction.ts'
import { shortened } from '../../text/shortened.ts'
import { useLocale, useSpendText } from '../../text/useText.ts'
import { timeText } from './months.ts'
import { linkOf } from './moved.ts'

type SentTransactionsProps = { sent: readonly SentTransaction[]; url: string | undefined }

/** What the wallet sent through this page, and what became of it, until the list has it. */
export function SentTransactions({ sent, url }: SentTransactionsProps) {
  const text = useSpendText()
  const words = text.AccountActivity
  const { tag } = useLocale()
  const row = ({ hash, by, atMs, fate, isGivenUp }: SentTransaction) => {
    const told = by ?? hash
    const ending = isGivenUp ? words.sent.late() : words.sent[fate]()
    return (
      // Said whole when its ending changes, so that nobody wonders which was confirmed.
      <li key={hash} aria-atomic="true">
        <Entry
          icon={<TransferPicture moved={[]} icon="send" />}
          label={words.unknownVerb()}
          detail={<bdi dir="ltr">{shortened(told)}</bdi>}
          value={<time>{timeText(tag, Number(atMs))}</time>}
          note={<span className={fate}>{ending}</span>}
          href={linkOf(url, told)}
          newTab={text.dialog.newTab()}
        />
      </li>
    )
  }
  return (
    <section aria-label={words.sent.title()} aria-live="polite">
      <h3>{words.sent.title()}</h3>
      <ul>{sent.map(row)}</ul>
    </section>
  )
}
