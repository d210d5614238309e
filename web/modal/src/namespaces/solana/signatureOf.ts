const signatureBytes = 64
const keyBytes = 32

/**
 * The signature of one account in a signed transaction, legacy or v0; nothing if it has not signed it.
 * See https://solana.com/docs/core/transactions for the layout.
 */
export function signatureOf(transaction: Uint8Array, account: Uint8Array): Uint8Array | undefined {
  const [signatures, afterCount] = shortLength(transaction, 0)
  const message = afterCount + signatures * signatureBytes
  const isVersioned = ((transaction[message] ?? 0) & 0x80) !== 0
  const header = message + (isVersioned ? 1 : 0)
  const [, keys] = shortLength(transaction, header + 3)
  for (let place = 0; place < signatures; place++) {
    const key = transaction.subarray(keys + place * keyBytes, keys + (place + 1) * keyBytes)
    if (account.length === keyBytes && account.every((byte, at) => byte === key[at]))
      return transaction.slice(
        afterCount + place * signatureBytes,
        afterCount + (place + 1) * signatureBytes,
      )
  }
  return undefined
}

/** A length of Solana's `short_vec`, seven bits a byte, and where it ends. */
function shortLength(bytes: Uint8Array, from: number): [length: number, end: number] {
  let length = 0
  for (let place = 0; place < 3; place++) {
    const byte = bytes[from + place] ?? 0
    length |= (byte & 0x7f) << (place * 7)
    if (byte < 0x80) return [length, from + place + 1]
  }
  return [length, from + 3]
}
