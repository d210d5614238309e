/** A text as it is, or one that is marked in its sentence and stands for something to press. */
export type Piece = string | { mark: string; words: string }

/** Cuts a sentence at its marks: `the <terms>Terms</terms>` is `'the '` and `{ mark: 'terms', words: 'Terms' }`. */
export function marked(sentence: string): Piece[] {
  const pieces: Piece[] = []
  let rest = 0
  for (const { index, 0: whole, 1: mark = '', 2: words = '' } of sentence.matchAll(MARK)) {
    if (index > rest) pieces.push(sentence.slice(rest, index))
    pieces.push({ mark, words })
    rest = index + whole.length
  }
  if (rest < sentence.length) pieces.push(sentence.slice(rest))
  return pieces
}

const MARK = /<(\w+)>(.*?)<\/\1>/g
