import { createContext } from 'react'
import type { Store } from '../entry/store'

/** The store of the page, for `useSlice` and `useSend`. What is in it only the page itself knows. */
export const StoreContext = createContext<Store<object, never> | undefined>(undefined)
