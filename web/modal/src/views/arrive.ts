import css from 'virtual:latchkit-styles/lazy'
import texts from 'virtual:latchkit-text/en/lazy'
import type { Settings } from '../entry/options.ts'
import { checkAttributes } from './attributes.ts'
import { type Around, keepAround } from './EntryChunk.ts'

/** The second chunk is there: its texts and its look hold, and what is wrong with the page's elements is told. */
export function arrive(around: Around, settings: Settings): void {
  const { locale, sheet } = around
  locale.all = { ...locale.first, ...texts }
  sheet.replaceSync(css)
  keepAround(around)
  checkAttributes(document, settings)
}
