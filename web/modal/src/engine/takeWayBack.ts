import { itemPrefix, wayBack, wayBackCharacters } from '../generated/items'

/**
 * What the page before left this tab and instance in session storage, whatever that is, but for what is
 * too long. It is there no more, so that it is acted on once.
 */
export function takeWayBack(instance: string): string | undefined {
  try {
    const key = `${itemPrefix}${instance}:${wayBack}`
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return text.length <= wayBackCharacters ? text : undefined
  } catch {
    // Storage is blocked.
    return undefined
  }
}
