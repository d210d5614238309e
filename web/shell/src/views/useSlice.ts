import { useSyncExternalStore } from 'react'
import type { State } from '../entry/store'
import { useStore } from './useStore'

/** One slice of the state; the component renders again when it changes, and only then. */
export function useSlice<K extends keyof State>(name: K): State[K] {
  const store = useStore('useSlice')
  return useSyncExternalStore(
    store.subscribe,
    () => store.get()[name],
    () => store.get()[name],
  )
}
