import type { ReadingRow } from '../../generated/ReadingRow.ts'
import type { LaterTexts } from '../../text/Texts.ts'
import { chainName } from './chainNames.ts'
import { amountOf, nativeOf } from './money.ts'

/** A value as it is drawn: its text, and whether each of its signs counts. */
export interface Drawn {
  text: string
  isExact: boolean
}

/** In which language, on which chain, and by which words a value is drawn. */
export interface Drawing {
  tag: string
  /** CAIP-2. */
  chain: string
  words: LaterTexts['Approve']
}

/** A value of a row, by how it is written. */
export function drawn(
  { label, value, kind }: Omit<ReadingRow, 'label'> & Partial<Pick<ReadingRow, 'label'>>,
  drawing: Drawing,
): Drawn {
  const { tag, chain, words } = drawing
  switch (kind) {
    case 'address':
    case 'inTable':
    case 'bytes':
      return { text: value, isExact: true }
    case 'native':
      return { text: nativeText(value, drawing), isExact: false }
    case 'tokens':
    case 'number':
      return { text: amountOf(tag, value), isExact: false }
    case 'units': {
      const amount = amountOf(tag, value)
      // The number of one of a collection is of no units.
      const text = label === 'amountOrTokenId' ? amount : words.units({ amount })
      return { text, isExact: false }
    }
    case 'unlimited':
      return { text: words.unlimited(), isExact: false }
    case 'never':
      return { text: words.never(), isExact: false }
    case 'moment':
      return { text: momentText(tag, value), isExact: false }
    case 'chain':
      return { text: chainName(value, chain), isExact: false }
    case 'right':
      return { text: rightText(value, words), isExact: false }
    case 'text':
      return { text: value, isExact: false }
  }
}

/** An amount of the native currency, with its sign where that is known. */
export function nativeText(units: string, { tag, chain, words }: Drawing): string {
  const { amount, symbol } = nativeOf(tag, chain, units)
  return symbol ? `${amount}\u00a0${symbol}` : words.native({ amount })
}

/** A word that is new to this page is shown as it came. */
const rightText = (word: string, { rights }: LaterTexts['Approve']): string =>
  Object.hasOwn(rights, word) ? rights[word as keyof typeof rights]() : word

function momentText(tag: string, ms: string): string {
  const date = new Date(Number(ms))
  // Beyond what a calendar has.
  if (Number.isNaN(date.getTime())) return ms
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}

/** What must be compared sign by sign, in groups of four: where a line breaks, none is torn apart. */
export const groups = (text: string): string[] => {
  const head = text.startsWith('0x') ? 2 : 0
  const [first, ...rest] = text.slice(head).match(/.{1,4}/gsu) ?? ['']
  return [text.slice(0, head) + first, ...rest]
}
