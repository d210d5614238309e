import pseudoEntry from 'virtual:latchkit-text/ar-XB/entry'
import pseudoFirst from 'virtual:latchkit-text/ar-XB/first'
import pseudoLazy from 'virtual:latchkit-text/ar-XB/lazy'
import pseudoSpend from 'virtual:latchkit-text/ar-XB/spend'
import entry from 'virtual:latchkit-text/en/entry'
import first from 'virtual:latchkit-text/en/first'
import lazy from 'virtual:latchkit-text/en/lazy'
import spend from 'virtual:latchkit-text/en/spend'
import type { Locale } from '../../modal/src/text/useText.ts'

/** English, and the language that shows what is bound to it. */
export type Language = keyof typeof languages

/** What is said in each. */
export const languages = {
  en: {
    tag: 'en',
    first,
    all: { ...first, ...lazy },
    spend: { ...first, ...lazy, ...spend },
    entry: { ...first, ...lazy, ...entry },
  },
  'ar-XB': {
    tag: 'ar-XB',
    first: pseudoFirst,
    all: { ...pseudoFirst, ...pseudoLazy },
    spend: { ...pseudoFirst, ...pseudoLazy, ...pseudoSpend },
    entry: { ...pseudoFirst, ...pseudoLazy, ...pseudoEntry },
  },
} satisfies { [tag: string]: Locale }
