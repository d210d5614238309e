import type { Table } from './message.ts'

const ACCENTED: { readonly [letter: string]: string } = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [
    letter,
    [...'àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'][at] ?? letter,
  ]),
)

/**
 * A language that nobody speaks, made of another: every letter is another one, every text is a third
 * longer, and it reads from right to left. What is bound to English, or too tight, shows.
 */
export function pseudo(table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoMessage(value) : pseudo(value),
    ]),
  )
}

/** Names in braces, the words of a plural's syntax and marks stay. */
function pseudoMessage(message: string): string {
  const text = message.replace(
    /\{\w+(?:, number)?\}|\{\w+, plural,|\b(?:zero|one|two|few|many|other) \{|<\/?\w+>|[A-Za-z]/g,
    piece => ACCENTED[piece] ?? piece,
  )
  return `${text} ${'·'.repeat(Math.ceil(message.length / 3))}`
}
