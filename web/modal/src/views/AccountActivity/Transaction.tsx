import { Entry } from '../../../../kit/src/Entry/Entry.tsx'
import { TransferPicture } from '../../../../kit/src/TransferPicture/TransferPicture.tsx'
import type { Transaction as Made } from '../../generated/Transaction.ts'
import type { Transfer } from '../../generated/Transfer.ts'
import { isolate, plain } from '../../text/format.ts'
import { quantityText } from '../../text/money.ts'
import { shortened } from '../../text/shortened.ts'
import type { Text } from '../../text/Texts.ts'
import { useLocale, useSpendText } from '../../text/useText.ts'
import { dayText } from './months.ts'
import { cleaned, iconOf, linkOf, signOf, told } from './moved.ts'

type TransactionProps = { of: Made; url: string | undefined }

/** What was done, what moved, when; how it ended, unless well. */
export function Transaction({ of: made, url }: TransactionProps) {
  const text = useSpendText()
  const words = text.AccountActivity
  const { tag } = useLocale()
  const { operationType, minedAt, hash, status } = made.metadata
  const verbs: { readonly [type: string]: Text } = words.verbs
  const verb = Object.hasOwn(verbs, operationType) ? verbs[operationType]?.() : undefined
  const moved = told(made).shown.map(({ fungible_info: token, nft_info: nft }) => ({
    name: plain(token?.symbol || token?.name || nft?.name || '?'),
    src: token?.icon?.url ?? nft?.content?.preview?.url,
    isNft: nft !== undefined,
  }))
  const ending =
    status === 'failed' ? words.failed() : status === 'pending' ? words.pending() : undefined
  return (
    <Entry
      icon={<TransferPicture moved={moved} icon={iconOf(made)} />}
      label={verb ?? (cleaned(operationType) || words.unknownVerb())}
      detail={<Description of={made} />}
      value={<time dateTime={minedAt}>{dayText(tag, minedAt)}</time>}
      note={ending && <span className={status}>{ending}</span>}
      href={linkOf(url, hash)}
      newTab={text.dialog.newTab()}
    />
  )
}

/** What moved; where nothing did, through what it was done, or with whom. */
function Description({ of: made }: { of: Made }) {
  const words = useSpendText().AccountActivity
  const { shown, more } = told(made)
  const [from, into] = shown
  const { application, sentTo } = made.metadata
  if (!from) {
    if (application) return <bdi>{plain(application.name)}</bdi>
    if (!sentTo) return words.contract()
    return <bdi dir="ltr">{shortened(sentTo)}</bdi>
  }
  return (
    <>
      <Amount of={from} hasSign={!into} />
      {into && (
        <>
          <span className="arrow" aria-hidden="true">
            →
          </span>
          <span className="unseen"> {words.into()} </span>
          <Amount of={into} hasSign={false} />
        </>
      )}
      {more > 0 && words.others({ count: more })}
    </>
  )
}

function Amount({ of: transfer, hasSign }: { of: Transfer; hasSign: boolean }) {
  const { tag } = useLocale()
  const { fungible_info: token, nft_info: nft, quantity } = transfer
  const sign = hasSign ? signOf(transfer) : ''
  if (!token) {
    const count = Number(quantity.numeric) > 1 ? `${quantityText(tag, quantity.numeric)} ` : ''
    return <bdi>{sign + count + (plain(nft?.name ?? '') || '–')}</bdi>
  }
  return (
    <bdi dir="ltr">
      {sign}
      {quantityText(tag, quantity.numeric)} {isolate(token.symbol || token.name)}
    </bdi>
  )
}
