import { createContext, useContext } from 'react'
import type { LazyChunk } from './LazyChunk.ts'
import type { LazyViews } from './SecondChunk.ts'

/** The second chunk of the instance. */
export const LazyContext = createContext<LazyChunk<LazyViews> | undefined>(undefined)

export function useLazy(): LazyChunk<LazyViews> {
  const chunk = useContext(LazyContext)
  if (!chunk) throw new Error('a view shows outside of <LazyContext value={chunk}>')
  return chunk
}
