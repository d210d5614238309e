import { useContext } from 'react'
import type { Store } from '../entry/store'
import { StoreContext } from './StoreContext'

/** The store that surrounds the component. Throws without one, naming the hook that asked. */
export function useStore(hook: string): Store {
  const store = useContext(StoreContext)
  if (!store) throw new Error(`${hook} was used outside of <StoreContext value={store}>`)
  return store
}
