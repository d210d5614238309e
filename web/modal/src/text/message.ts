import { isRightToLeft } from '../all/language.ts'

/** A table of texts: keys, nested, with ICU messages (`{name}`, `{n, number}`, `{n, plural, one {…} other {…}}`) at the leaves. */
export type Table = { [key: string]: string | Table }

/** The JavaScript of a table: an object of functions from values to text. */
export function compileTable(table: Table, locale: string): string {
  const entries = Object.entries(table).map(
    ([key, value]) => `${JSON.stringify(key)}: ${compileValue(value, locale)}`,
  )
  return `{ ${entries.join(', ')} }`
}

/** The JavaScript of a message or of a table. */
export const compileValue = (value: string | Table, locale: string) =>
  typeof value === 'string' ? compileMessage(value, locale) : compileTable(value, locale)

/** The JavaScript of one message. Throws with the message where it is malformed. */
export function compileMessage(message: string, locale: string): string {
  const source = { message, locale, at: 0 }
  const body = pieces(source, undefined)
  if (source.at < message.length) throw new Error(`text: '}' without '{' in "${message}"`)
  return body.includes('v[') ? `v => ${body}` : `() => ${body}`
}

type Source = { message: string; locale: string; at: number }

/** Text and arguments up to the end or to a closing brace. `counted` is what `#` stands for. */
function pieces(source: Source, counted: string | undefined): string {
  const found: string[] = []
  while (source.at < source.message.length && source.message[source.at] !== '}') {
    const char = source.message[source.at]
    if (char === '{') found.push(argument(source))
    else if (char === '#' && counted) {
      source.at++
      found.push(`number(${JSON.stringify(source.locale)}, ${counted})`)
    } else found.push(JSON.stringify(literal(source, counted)))
  }
  return found.length === 0 ? '""' : found.join(' + ')
}

function literal(source: Source, counted: string | undefined): string {
  const end = counted ? /[{}#]/ : /[{}]/
  const rest = source.message.slice(source.at)
  const length = rest.search(end)
  source.at += length < 0 ? rest.length : length
  return length < 0 ? rest : rest.slice(0, length)
}

/** `{name}`, `{name, number}` or `{name, plural, one {…} other {…}}`. */
function argument(source: Source): string {
  const rest = source.message.slice(source.at)
  const head = /^\{\s*(\w+)\s*(?:,\s*(number)\s*)?(?:\}|,\s*plural\s*,\s*)/.exec(rest)
  if (!head) throw new Error(`text: cannot read "${rest}"`)
  source.at += head[0].length
  const value = `v[${JSON.stringify(head[1])}]`
  if (head[2]) return `number(${JSON.stringify(source.locale)}, ${value})`
  return head[0].endsWith('}') ? isolated(source, value) : pluralForms(source, value)
}

/** Where a language reads from the right, even a plain name would drag the punctuation at its end along. */
const isolated = ({ locale }: Source, value: string) =>
  isRightToLeft(locale) ? `isolate(${value}, true)` : `isolate(${value})`

function pluralForms(source: Source, value: string): string {
  const forms: string[] = []
  for (;;) {
    const rule = /^\s*(zero|one|two|few|many|other)\s*\{/.exec(source.message.slice(source.at))
    if (!rule) break
    source.at += rule[0].length
    forms.push(`${rule[1]}: ${pieces(source, value)}`)
    source.at++
  }
  const end = /^\s*\}/.exec(source.message.slice(source.at))
  const hasOther = forms.some(form => form.startsWith('other:'))
  if (!end || !hasOther)
    throw new Error(`text: a plural without 'other' or end in "${source.message}"`)
  source.at += end[0].length
  return `plural(${JSON.stringify(source.locale)}, ${value}, { ${forms.join(', ')} })`
}
