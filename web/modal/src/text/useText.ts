import { createContext, useContext } from 'react'
import type { EntryTexts, FirstTexts, LazyTexts, SpendTexts } from './Texts.ts'

/** A language, and what the views say in it. */
export interface Locale {
  /** BCP 47. */
  tag: string
  first: FirstTexts
  /** With those of the second chunk of views, once that is there. */
  all?: (FirstTexts & LazyTexts) | undefined
  /** With those of the third. */
  spend?: (FirstTexts & LazyTexts & SpendTexts) | undefined
  /** With those of the fields to sign in by e-mail. */
  entry?: (FirstTexts & LazyTexts & EntryTexts) | undefined
}

/** The language of the views. */
export const LocaleContext = createContext<Locale | undefined>(undefined)

/** The texts of the first views, by view: `text.Connect.found({ count })`. */
export const useText = (): FirstTexts => useLocale().first

/** For the views of the second chunk: their own texts as well. */
export function useLazyText(): FirstTexts & LazyTexts {
  const { all } = useLocale()
  if (!all) throw new Error('a view of the second chunk shows before its texts are there')
  return all
}

/** For the views of the third chunk. */
export function useSpendText(): FirstTexts & LazyTexts & SpendTexts {
  const { spend } = useLocale()
  if (!spend) throw new Error('a view of the third chunk shows before its texts are there')
  return spend
}

/** For the modal's own fields to sign in by e-mail. */
export function useEntryText(): FirstTexts & LazyTexts & EntryTexts {
  const { entry } = useLocale()
  if (!entry) throw new Error('fields to sign in show before their texts are there')
  return entry
}

export function useLocale(): Locale {
  const locale = useContext(LocaleContext)
  if (!locale) throw new Error('a view shows outside of <LocaleContext value={locale}>')
  return locale
}
