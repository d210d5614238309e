/** Where the ten digits of scripts begin that keyboards write numbers in. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xe50]

/**
 * The digits of a text, in whichever script they are written, without what stands between them: `１２３ ４５٦` is
 * `123456`.
 */
export function digitsIn(text: string): string {
  const digits = Array.from(text.normalize('NFKC'), sign => {
    const point = sign.codePointAt(0) ?? 0
    const zero = ZEROS.find(it => point >= it && point < it + 10)
    return zero === undefined ? '' : String(point - zero)
  })
  return digits.join('')
}
