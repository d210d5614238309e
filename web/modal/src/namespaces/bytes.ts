import { invalid } from '../all/failures'

export { base64 } from '../../../shell/src/all/base64'

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as Bitcoin and Solana write them. */
export function base58(bytes: Uint8Array): string {
  const found: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (const [place, digit] of found.entries()) {
      carry += digit * 256
      found[place] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) found.push(carry % 58)
  }
  return (
    '1'.repeat(leading(bytes, 0)) +
    found
      .reverse()
      .map(digit => digits[digit])
      .join('')
  )
}

/** The bytes that base58 spells. Throws −32602. */
export function fromBase58(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw invalid('base58 text is expected')
  const found: number[] = []
  for (const letter of text) {
    let carry = digits.indexOf(letter)
    if (carry < 0) throw invalid(`${letter} is no digit of base58`)
    for (const [place, byte] of found.entries()) {
      carry += byte * 58
      found[place] = carry % 256
      carry = Math.floor(carry / 256)
    }
    for (; carry > 0; carry = Math.floor(carry / 256)) found.push(carry % 256)
  }
  return Uint8Array.from([...Array(leading(text, '1')).fill(0), ...found.reverse()])
}

/** How often something stands at the beginning. */
function leading<T>(parts: ArrayLike<T>, part: T): number {
  let count = 0
  while (count < parts.length && parts[count] === part) count++
  return count
}

/** Bytes as hexadecimal text, without `0x`. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** Whether text spells whole bytes. */
export const isHex = (text: string): boolean => /^([\da-f]{2})+$/i.test(text)

/** The bytes that hexadecimal text spells. Throws −32602. */
export function fromHex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !isHex(text)) throw invalid('hexadecimal text is expected')
  return Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

/** The bytes that base64 spells; bytes themselves are taken too. Throws −32602. */
export function fromBase64(text: unknown): Uint8Array {
  if (text instanceof Uint8Array) return text
  try {
    if (typeof text === 'string') return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    // Said below.
  }
  throw invalid('base64 text is expected')
}

/** Bytes of a stranger: from another realm they are no `Uint8Array` of ours, and some send plain numbers. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value))
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? Uint8Array.from(value) : undefined
}
