import { useContext } from 'react'
import type { PageIntent, State, Store } from '../entry/store'
import { StoreContext } from './StoreContext'

/** The store that surrounds the component. Throws without one, naming the hook that asked. */
export function useStore<S extends object = State, I = PageIntent>(hook: string): Store<S, I> {
  const store = useContext(StoreContext)
  if (!store) throw new Error(`${hook} was used outside of <StoreContext value={store}>`)
  return store as Store<S, I>
}
