import css from 'virtual:latchkit-styles/lazy'
import texts from 'virtual:latchkit-text/en/lazy'
import type { Settings } from '../entry/options.ts'
import type { Locale } from '../text/useText.ts'
import { checkAttributes } from './attributes.ts'
import { keepAround } from './EntryChunk.ts'
import type { LoadPart } from './LoadPart.ts'

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

/** The second chunk is there: its texts and its look hold, and what is wrong with the page's elements is told. */
export function arrive(around: Around, settings: Settings): void {
  const { locale, sheet } = around
  locale.all = { ...locale.first, ...texts }
  sheet.replaceSync(css)
  keepAround(around)
  checkAttributes(document, settings)
}
