import { createContext } from 'react'
import type { Store } from '../entry/store'

/** The store of the page, for `useSlice` and `useSend`. */
export const StoreContext = createContext<Store | undefined>(undefined)
