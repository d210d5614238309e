import { type ComponentType, createContext, useContext } from 'react'
import type { AccountTab } from '../generated/AccountTab.ts'
import type { SpendTexts } from '../text/Texts.ts'
import type { LazyChunk } from './LazyChunk.ts'
import type { SpendView } from './SpendView.ts'

/** What is in the third chunk. */
export interface SpendViews {
  views: Record<SpendView, ComponentType>
  /** What shows below an account's balance. */
  tabs: Record<AccountTab, ComponentType>
  /** Their look, for `adoptedStyleSheets`. */
  css: string
  /** What they say. */
  texts: SpendTexts
}

/** The third chunk of the instance. */
export const SpendContext = createContext<LazyChunk<SpendViews> | undefined>(undefined)

export function useSpend(): LazyChunk<SpendViews> {
  const chunk = useContext(SpendContext)
  if (!chunk) throw new Error('a view shows outside of <SpendContext value={chunk}>')
  return chunk
}
