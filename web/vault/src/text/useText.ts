import { createContext, useContext } from 'react'
import type { FirstTexts, LaterTexts } from './Texts.ts'

/** A language, and what the views say in it. */
export interface Locale {
  /** BCP 47. */
  tag: string
  first: FirstTexts
  /** With those of the views that come later, once they are there. */
  all?: (FirstTexts & LaterTexts) | undefined
}

/** The language of the views. */
export const LocaleContext = createContext<Locale | undefined>(undefined)

/** The texts of the first views, by view. */
export const useText = (): FirstTexts => useLocale().first

/** For the views that come later: their own texts as well. */
export function useLaterText(): FirstTexts & LaterTexts {
  const { all } = useLocale()
  if (!all) throw new Error('a view shows before its texts are there')
  return all
}

export function useLocale(): Locale {
  const locale = useContext(LocaleContext)
  if (!locale) throw new Error('a view shows outside of <LocaleContext value={locale}>')
  return locale
}
