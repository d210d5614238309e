import { Banner } from '../../../kit/src/Banner/Banner.tsx'
import { ListItem } from '../../../kit/src/ListItem/ListItem.tsx'
import { Mosaic } from '../../../kit/src/Mosaic/Mosaic.tsx'
import { Picture } from '../../../kit/src/Picture/Picture.tsx'
import { SkeletonRow } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { Tag } from '../../../kit/src/Tag/Tag.tsx'
import { wantsLittle } from '../../../shell/src/all/wantsLittle.ts'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useSlice } from '../../../shell/src/views/useSlice.ts'
import type { CatalogRow } from '../generated/CatalogRow.ts'
import type { RowKind } from '../generated/RowKind.ts'
import type { WalletRow } from '../generated/WalletRow.ts'
import { number, plain, shorten } from '../text/format.ts'
import type { FirstTexts } from '../text/Texts.ts'
import { useLocale, useText } from '../text/useText.ts'
import { claimed } from './claimed.ts'
import { useShown } from './useShown.ts'

/** The wallets to choose from, and the way to all of them. */
export function Wallets() {
  const { tag } = useLocale()
  const text = useText()
  const words = text.Connect
  const { rows, awaited, awaitedFrom, all, awaitsAll, namespace } = useShown('catalog')
  const chosen = useSlice('taken')
  // One that was chosen before another said that it is this one is chosen no more.
  const isTaken = ({ wallet: { id, isDouble } }: CatalogRow) =>
    id === chosen.wallet && (!isDouble || chosen.isDouble)
  const taken = rows.find(isTaken)?.wallet
  const send = useSend()
  const mayLoad = !wantsLittle()
  const doubles = rows.filter(({ wallet }) => wallet.isDouble)
  const listed = rows.map(({ kind, wallet }) => (
    <li key={`${kind} ${wallet.id}`}>
      <ListItem
        data-wallet={wallet.id}
        icon={
          <Picture
            of="wallet"
            name={wallet.name}
            src={wallet.icon}
            isAny={kind === 'walletConnect'}
          />
        }
        label={plain(wallet.name)}
        detail={wallet.isDouble && words.double(placeAmong(doubles, wallet))}
        end={!wallet.isDouble && tagOf(kind, wallet, words)}
        isBusy={wallet === taken}
        onNear={
          mayLoad && (wallet.isReached || kind === 'walletConnect')
            ? () => send({ type: 'pointAt', wallet: wallet.id })
            : undefined
        }
        onClick={() => send({ type: 'connect', wallet: wallet.id, isDouble: wallet.isDouble })}
      />
    </li>
  ))
  return (
    <div className="Wallets">
      {namespace && <h3>{words.filtered({ namespace: text.namespaces[namespace]() })}</h3>}
      <p className="unseen" role="status">
        {taken && text.ConnectingExternal.waiting.button({ wallet: shorten(taken.name) })}
      </p>
      {doubles.length > 0 && (
        <Banner kind="warn" cause={words.doubles.cause()}>
          {words.doubles.body()}
        </Banner>
      )}
      <ul>
        {listed.slice(0, awaitedFrom)}
        {Array.from({ length: awaited }, (_, place) => placeOf(place))}
        {listed.slice(awaitedFrom)}
        {awaitsAll && placeOf('all')}
        {all !== undefined && (
          <li>
            <ListItem
              icon={<Mosaic />}
              label={text.titles.AllWallets()}
              end={
                <Tag>
                  <bdi dir="ltr">{rounded(tag, all)}</bdi>
                </Tag>
              }
              hasChevron
              onClick={() => send({ type: 'show', view: 'AllWallets' })}
            />
          </li>
        )}
      </ul>
    </div>
  )
}

/** The place of a row that may still come. */
const placeOf = (key: string | number) => (
  <li key={key}>
    <SkeletonRow />
  </li>
)

/** Exact below ten, else rounded down to tens, with a plus sign. */
const rounded = (locale: string, count: number) =>
  count < 10 ? number(locale, count) : `${number(locale, count - (count % 10))}+`

/** Which of those it is that claim to be the same wallet, in the order in which they said so. */
function placeAmong(doubles: CatalogRow[], { id }: WalletRow) {
  const same = doubles.filter(it => claimed(it.wallet.id) === claimed(id))
  return { number: same.findIndex(it => it.wallet.id === id) + 1, count: same.length }
}

function tagOf(kind: RowKind, { providers, isReached }: WalletRow, words: FirstTexts['Connect']) {
  if (kind === 'installed') return <Tag kind="ok">{words.installed()}</Tag>
  if (kind === 'recent') {
    return (
      <Tag>
        {words.recent()}
        {providers.length > 0 && <span className="unseen"> {words.installed()}</span>}
      </Tag>
    )
  }
  if (kind === 'walletConnect') return <Tag>{words.code()}</Tag>
  if (isReached) return null
  return (
    <span className="get">
      <Tag>{words.get()}</Tag>
    </span>
  )
}
