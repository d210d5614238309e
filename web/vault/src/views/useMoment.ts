import { useLocale } from '../text/useText.ts'

/** A time, milliseconds since 1970, as the language of the views writes it. */
export function useMoment(): (ms: string) => string {
  const { tag } = useLocale()
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return ms => format.format(Number(ms))
}
