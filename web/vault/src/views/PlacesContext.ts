import { createContext } from 'react'
import type { SecretPlaces } from '../ops/show.ts'

/** Where secrets show, for the views that keep a place for one. */
export const PlacesContext = createContext<Pick<SecretPlaces, 'keepPlace' | 'copy'> | undefined>(
  undefined,
)
