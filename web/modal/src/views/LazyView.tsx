import type { ComponentType } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import { SkeletonRow, SkeletonTiles } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../text/useText.ts'
import type { LazyChunk } from './LazyChunk.ts'
import type { LazyViewName } from './SecondChunk.ts'
import { useChunk } from './useChunk.ts'
import { ViewLayout } from './ViewLayout.tsx'

type LazyViewProps<Name extends LazyViewName> = {
  name: Name
  /** Where it is. */
  chunk: LazyChunk<{ views: Record<Name, ComponentType> }>
}

/** A view of a later chunk, or what stands for it while that chunk is not there. */
export function LazyView<Name extends LazyViewName>({ name, chunk }: LazyViewProps<Name>) {
  const text = useText()
  const words = text.loadFailed
  const now = useChunk(chunk)
  if (typeof now === 'object') {
    const Shown: ComponentType = now.views[name]
    return <Shown />
  }
  const title = text.titles[name]()
  if (now === 'failed') {
    return (
      <ViewLayout
        name={name}
        title={title}
        foot={
          <Button kind="primary" icon="refresh" onClick={chunk.load}>
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
