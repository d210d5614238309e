import { useSyncExternalStore } from 'react'
import type { State } from '../entry/store'
import { useStore } from './useStore'

/**
 * One slice of the state; the component renders again when it changes, and only then. A page that has other slices than
 * the modal says which.
 */
export function useSlice<S extends object = State, K extends keyof S = keyof S>(name: K): S[K] {
  const store = useStore<S>('useSlice')
  return useSyncExternalStore(
    store.subscribe,
    () => store.get()[name],
    () => store.get()[name],
  )
}
