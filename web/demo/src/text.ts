/** UTF-8 text as `0x` hex, as `personal_sign` wants its message. */
export const utf8ToHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`

/** The text that hex bytes spell, or nothing when they are no UTF-8. */
export function hexToUtf8(hex: string): string | undefined {
  const pairs = hex.slice(2).match(/../g) ?? []
  const bytes = Uint8Array.from(pairs, pair => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
