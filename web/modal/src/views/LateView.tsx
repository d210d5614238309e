import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import { Moment } from '../../../kit/src/Moment/Moment.tsx'
import { SkeletonRow, SkeletonTiles } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { useText } from '../text/useText.ts'
import type { LateViewName, MoreViews } from './moreViews.ts'
import { Place } from './Place.tsx'

/** A view of the second chunk, or what stands for it while that chunk is not there. */
export function LateView({ name, more }: { name: LateViewName; more: MoreViews }) {
  const text = useText()
  const words = text.loadFailed
  const now = useSyncExternalStore(more.subscribe, more.get)
  useLayoutEffect(() => more.load(), [more])
  if (typeof now === 'object') {
    const Shown = now.views[name]
    return <Shown />
  }
  const title = text.titles[name]()
  if (now === 'failed') {
    return (
      <Place
        name={name}
        title={title}
        foot={
          <Button kind="primary" icon="refresh" onClick={more.load}>
            {words.tryAgain()}
          </Button>
        }
      >
        <Moment role="alert" subject="warning" title={words.title()} body={words.body()} />
      </Place>
    )
  }
  return (
    <Place name={name} title={title} isBusy>
      {name === 'AllWallets' ? <SkeletonTiles count={15} /> : <Rows />}
    </Place>
  )
}

function Rows() {
  return (
    <>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </>
  )
}
