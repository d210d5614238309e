import { useState } from 'react'
import type { State } from '../../../shell/src/entry/store.ts'
import { useSlice } from '../../../shell/src/views/useSlice.ts'

/**
 * A slice as the visitor sees it: while the dialog closes it stays what it was, for the engine tidies
 * up at once and the card is still fading.
 */
export function useShown<K extends keyof State>(name: K): State[K] {
  const isOpen = useSlice('modal').open
  const now = useSlice(name)
  const [shown, setShown] = useState(now)
  if (isOpen && shown !== now) setShown(now)
  return isOpen ? now : shown
}
