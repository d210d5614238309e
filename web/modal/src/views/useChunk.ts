import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { LazyChunk } from './LazyChunk.ts'

/** A later chunk of views, which loads as soon as what uses it is wanted. */
export function useChunk<T>(chunk: LazyChunk<T>, isWanted = true): ReturnType<LazyChunk<T>['get']> {
  const now = useSyncExternalStore(chunk.subscribe, chunk.get)
  useLayoutEffect(() => {
    if (isWanted) chunk.load()
  }, [chunk, isWanted])
  return now
}
