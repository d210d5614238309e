/** What compiled texts call. */

/** Characters that turn the direction of what follows; no name needs them. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A text of somebody else (a wallet's name, a network's) as part of a sentence of ours: it cannot
 * reorder our words. What cannot is passed on unchanged, so that plain names stay plain text; `always`
 * where our own words are written from right to left, in which nothing is plain.
 */
export function isolate(value: string | number, always = false): string {
  const text = plain(String(value))
  return always || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** A text of somebody else that stands by itself, without what would turn its own letters around. */
export function plain(text: string): string {
  return text.replace(TURNING, '')
}

/** The form of a text for a count, by the plural rules of its language. */
export function plural(
  locale: string,
  count: string | number,
  forms: { [rule in Intl.LDMLPluralRule]?: string } & { other: string },
): string {
  return forms[new Intl.PluralRules(locale).select(Number(count))] ?? forms.other
}

/** A whole number as its language writes it. */
export const number = (locale: string, value: string | number): string =>
  new Intl.NumberFormat(locale).format(Number(value))

/** A name short enough for a headline: at most 20 code points. */
export const shorten = (name: string): string => cut(name, 20)

/** A name in a sentence that has room: at most 32 code points. */
export const prose = (name: string): string => cut(name, 32)

function cut(name: string, most: number): string {
  const characters = [...plain(name).trim()]
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('')
}
