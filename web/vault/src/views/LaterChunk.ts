import { createContext, useContext, useEffect, useState } from 'react'
import type * as laterViews from './laterViews.ts'

type LaterViews = typeof laterViews

/** The views that come later. */
export interface LaterChunk {
  /** Has them come, and gives the same promise each time. */
  load(): Promise<LaterViews>
  /** What came. */
  loaded?: LaterViews
}

export const LaterContext = createContext<LaterChunk | undefined>(undefined)

/** The views that come later, once they are there. */
export function useLaterViews(): LaterViews | undefined {
  const chunk = useContext(LaterContext)
  if (!chunk) throw new Error('a view shows outside of <LaterContext value={chunk}>')
  const [loaded, setLoaded] = useState(chunk.loaded)
  useEffect(() => {
    // Where they cannot be had, `load` says so.
    if (!loaded) chunk.load().then(setLoaded, () => {})
  }, [chunk, loaded])
  return loaded
}
