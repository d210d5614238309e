import { useCallback, useState } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Link } from '../../../../kit/src/Link/Link.tsx'
import { ScrollEdge } from '../../../../kit/src/ScrollEdge/ScrollEdge.tsx'
import { SearchField } from '../../../../kit/src/SearchField/SearchField.tsx'
import { SkeletonTiles } from '../../../../kit/src/Skeleton/Skeleton.tsx'
import { TileGrid } from '../../../../kit/src/TileGrid/TileGrid.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { shortestSearch } from '../../generated/searches.ts'
import { plain } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'
import { NoWallets } from './NoWallets.tsx'

const COLUMNS = 3
const FIRST_TILES = 15

const searchOf = (typed: string) => {
  const text = typed.trim()
  return [...text].length < shortestSearch ? '' : text
}

/** All wallets of the directory, as a grid: people look for a colour and a shape. */
export function AllWallets() {
  const text = useLazyText()
  const words = text.AllWallets
  const directory = useShown('directory')
  const send = useSend()
  const [typed, setTyped] = useState(directory.query)
  const { isCertified, hasCertified, rows, count, step, hasMore } = directory
  const askMore = useCallback(() => send({ type: 'moreWallets' }), [send])
  const search = (text: string, certified: boolean) =>
    send({ type: 'search', text: searchOf(text), isCertified: certified })
  const type = (next: string) => {
    setTyped(next)
    if (searchOf(next) !== searchOf(typed)) search(next, isCertified)
  }
  const isLoading = step === 'idle' || step === 'loading'
  const isListed = !isLoading && rows.length > 0
  return (
    <ViewLayout
      name="AllWallets"
      title={text.titles.AllWallets()}
      isBusy={isLoading || step === 'more'}
      status={isLoading ? words.loading() : isListed && words.found({ count })}
      top={
        <SearchField
          label={words.search()}
          placeholder={isListed ? words.searchCount({ count }) : words.search()}
          value={typed}
          onChange={type}
          clearLabel={words.clear()}
          hint={typed.trim() !== '' && searchOf(typed) === '' && words.short()}
          toggle={
            (hasCertified || isCertified) && {
              icon: 'seal',
              label: words.certified(),
              isOn: isCertified,
              onToggle: () => search(typed, !isCertified),
            }
          }
        />
      }
    >
      {step === 'offline' && (
        <Banner cause={words.offline.cause()}>
          {words.offline.body()}{' '}
          <Link onClick={() => search(typed, isCertified)}>{text.dialog.tryAgain()}</Link>
        </Banner>
      )}
      {isLoading && <SkeletonTiles count={FIRST_TILES} />}
      {isListed && (
        <TileGrid
          label={words.list()}
          tiles={rows.map(({ id, name, icon, providers }) => ({
            id,
            name: plain(name),
            src: icon,
            installed: providers.length > 0 ? text.Connect.installed() : undefined,
            onClick: () => send({ type: 'connect', wallet: id }),
          }))}
        />
      )}
      {step === 'more' && <SkeletonTiles count={COLUMNS} />}
      {/* The same edge until there are more wallets: where they do not come, nobody asks by himself. */}
      {isListed && hasMore && <ScrollEdge key={rows.length} onReach={askMore} />}
      {!isLoading && !isListed && (
        <NoWallets
          query={directory.query}
          isCertified={isCertified}
          hasFailed={step === 'failed'}
          onClear={() => type('')}
          onSearchAll={() => search(typed, false)}
          onRetry={() => search(typed, isCertified)}
        />
      )}
    </ViewLayout>
  )
}
