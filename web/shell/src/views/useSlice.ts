import { useSyncExternalStore } from 'react'
import type { State } from '../entry/store'
import { useStore } from './useStore'

/** One slice of the state; the component renders again when it changes, and only then. */
export const useSlice = <K extends keyof State>(name: K): State[K] => useSliceOf<State, K>(name)

/** The same on a page that has other slices than the modal. */
export function useSliceOf<S extends object, K extends keyof S>(name: K): S[K] {
  const store = useStore<S>('useSlice')
  return useSyncExternalStore(
    store.subscribe,
    () => store.get()[name],
    () => store.get()[name],
  )
}
