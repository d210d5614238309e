import { useCallback, useSyncExternalStore } from 'react'
import { age } from '../text/age.ts'
import { useText } from '../text/useText.ts'

/** How often an age is looked at; it shows anew where it has become another. */
const LOOK_MS = 1_000

/** How long ago something was, "4 min", as long as that shows. */
export function useAge(sinceMs: string): string {
  const { age: words } = useText()
  const get = useCallback(() => age(words, Number(sinceMs), Date.now()), [words, sinceMs])
  return useSyncExternalStore(everySecond, get)
}

function everySecond(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
