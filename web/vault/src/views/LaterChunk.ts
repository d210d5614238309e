import { createContext, use } from 'react'
import type * as laterViews from './laterViews.ts'

/** The views that come later. */
export interface LaterChunk {
  /** Has them come, and gives the same promise each time. */
  load(): Promise<typeof laterViews>
}

export const LaterContext = createContext<LaterChunk | undefined>(undefined)

/** The views that come later, once they are there; what shows them waits in a `Suspense`. */
export function useLaterViews(): typeof laterViews {
  const chunk = use(LaterContext)
  if (!chunk) throw new Error('a view shows outside of <LaterContext value={chunk}>')
  return use(chunk.load())
}
