import { shared } from 'virtual:latchkit-shared'
import lazyCss from 'virtual:latchkit-styles/lazy'
import { type ComponentType, createContext, useContext } from 'react'
import type { Chunk } from '../../../shell/src/all/loadChunk.ts'
import type { EntryTexts } from '../text/Texts.ts'
import type { Locale } from '../text/useText.ts'
import type { EntryView } from './EntryView.ts'
import { createLazyChunk, type LazyChunk } from './LazyChunk.ts'
import type { LoadPart } from './LoadPart.ts'

// As in `entry/chunks.ts`.
declare const __ENTRY_VIEWS__: Chunk<EntryFile>

/** What is in the chunk of the modal's own fields to sign in by e-mail. */
export interface EntryViews {
  /** What stands below the header of each. */
  views: Record<EntryView, ComponentType>
  /** Their look, for `adoptedStyleSheets`. */
  css: string
  /** What they say. */
  texts: EntryTexts
}

/** That chunk: a function of what it shares with the first and with the second. */
interface EntryFile {
  default(first: readonly object[], second: readonly object[]): EntryViews
}

/** What the second chunk of an instance comes into. */
export interface Around {
  /** Brings other chunks. */
  load: LoadPart
  /** The modules that the first chunk shares. */
  first: readonly object[]
  locale: Locale
  /** Its sheet. */
  sheet: CSSStyleSheet
}

let around: Around | undefined

/** This chunk, the second of an instance, has come into these. */
export const keepAround = (parts: Around): void => {
  around = parts
}

/** The instance's. It loads where it is wanted. */
const chunk: LazyChunk<EntryViews> = createLazyChunk(async () => {
  if (!around) throw new Error('the second chunk of views has not arrived')
  const { load, first, locale, sheet } = around
  const loaded = (await load(__ENTRY_VIEWS__)).default(first, shared)
  if (locale.all) locale.entry = { ...locale.all, ...loaded.texts }
  sheet.replaceSync(lazyCss + loaded.css)
  return loaded
})

export const EntryContext = createContext(chunk)

export const useEntryChunk = (): LazyChunk<EntryViews> => useContext(EntryContext)
