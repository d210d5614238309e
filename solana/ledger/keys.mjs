/** Keys that are the same everywhere: the private one is the SHA-256 of `latchkit solana <name>`. */

import { createHash } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'

export function signerOf(name) {
  const digest = createHash('sha256').update(`latchkit solana ${name}`).digest()
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(digest))
}
