import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import { SkeletonRow, SkeletonTiles } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../text/useText.ts'
import type { LazyChunk, LazyViewName } from './LazyChunk.ts'
import { ViewLayout } from './ViewLayout.tsx'

/** A view of the second chunk, or what stands for it while that chunk is not there. */
export function LazyView({ name, lazyViews }: { name: LazyViewName; lazyViews: LazyChunk }) {
  const text = useText()
  const words = text.loadFailed
  const now = useSyncExternalStore(lazyViews.subscribe, lazyViews.get)
  useLayoutEffect(() => lazyViews.load(), [lazyViews])
  if (typeof now === 'object') {
    const Shown = now.views[name]
    return <Shown />
  }
  const title = text.titles[name]()
  if (now === 'failed') {
    return (
      <ViewLayout
        name={name}
        title={title}
        foot={
          <Button kind="primary" icon="refresh" onClick={lazyViews.load}>
            {words.tryAgain()}
          </Button>
        }
      >
        <StatusPanel role="alert" subject="warning" title={words.title()} body={words.body()} />
      </ViewLayout>
    )
  }
  return (
    <ViewLayout name={name} title={title} isBusy>
      {name === 'AllWallets' ? <SkeletonTiles count={15} /> : <Rows />}
    </ViewLayout>
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
