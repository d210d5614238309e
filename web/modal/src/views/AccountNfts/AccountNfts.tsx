import { SkeletonCards } from '../../../../kit/src/EntrySkeleton/EntrySkeleton.tsx'
import { NftCard } from '../../../../kit/src/NftCard/NftCard.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Coverage } from '../../generated/Coverage.ts'
import type { Nft } from '../../generated/Nft.ts'
import { plain } from '../../text/format.ts'
import { shortened } from '../../text/shortened.ts'
import { useSpendText } from '../../text/useText.ts'
import { Stale } from '../Stale.tsx'
import { AddMore, EmptyTab, NotRead, Unlisted } from '../tabStates.tsx'
import { hasFailed, useHeld } from '../useHeld.ts'

/** The NFTs that the account holds, as pictures. */
export function AccountNfts() {
  const words = useSpendText().AccountNfts
  const { page, step, isAdding, hasAddFailed } = useHeld('nfts')
  const send = useSend()
  if (step === 'unknown') return <Unlisted text={words.unlisted} />
  if (!page) {
    if (!hasFailed(step)) return <SkeletonCards count={4} />
    const { title, body } = words.failed
    return <NotRead title={title()} body={body()} isBusy={step === 'again'} />
  }
  const hidden = page.spam > 0 && <p className="Legal">{words.hidden({ count: page.spam })}</p>
  const isEmpty = page.nfts.length === 0 && !page.next
  return (
    <div className="AccountNfts">
      {hasFailed(step) && <Stale atMs={page.atMs} isBusy={step === 'again'} />}
      {isEmpty ? (
        <Empty coverage={page.coverage} />
      ) : (
        <ul>
          {page.nfts.map(nft => (
            <li key={`${nft.contract} ${nft.tokenId}`}>
              <Card {...nft} />
            </li>
          ))}
        </ul>
      )}
      {(page.next || hidden) && (
        <div className="listEnd">
          {page.next && (
            <AddMore
              words={words}
              isAdding={isAdding}
              hasFailed={hasAddFailed}
              onAdd={() => send({ type: 'moreNfts' })}
            />
          )}
          {hidden}
        </div>
      )}
    </div>
  )
}

/** There are none, as far as anybody has looked. */
function Empty({ coverage }: { coverage: Coverage | undefined }) {
  const words = useSpendText().AccountNfts.empty
  if (coverage?.isBehind) return <SkeletonCards count={4} />
  return (
    <EmptyTab
      icon="picture"
      title={coverage?.since ? words.seen : words.title}
      body={words.body()}
      receive={words.receive()}
    />
  )
}

function Card({ name, collection, tokenId, imageUrl, quantity }: Nft) {
  const words = useSpendText().AccountNfts
  const number = tokenId && words.number({ id: shortened(plain(tokenId)) })
  const shown = name || [collection, number].filter(Boolean).join(' ') || words.nameless()
  return (
    <NftCard
      name={plain(shown)}
      collection={name && plain(collection)}
      src={imageUrl}
      count={quantity !== '1' && words.count({ count: quantity })}
    />
  )
}
