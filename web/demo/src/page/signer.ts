import { utf8ToHex } from '../text'
import { askNode } from '../wallet/node'

const RECOVER = '0x0000000000000000000000000000000000000001'
const SIGNATURE_DIGITS = 130

/**
 * The address that signed a text by `personal_sign` (EIP-191), recovered without a library: the local
 * node hashes, and its precompiled contract 1 recovers. Nothing for a signature of another shape.
 */
export async function signerOf(text: string, signature: string): Promise<string | undefined> {
  const digits = signature.slice(2)
  if (digits.length !== SIGNATURE_DIGITS) return undefined
  const length = new TextEncoder().encode(text).length
  const signed = utf8ToHex(`\x19Ethereum Signed Message:\n${length}${text}`)
  const hash = String(await askNode('web3_sha3', [signed]))
  const [r, s, v] = [digits.slice(0, 64), digits.slice(64, 128), digits.slice(128)]
  const data = `${hash}${v.padStart(64, '0')}${r}${s}`
  const word = String(await askNode('eth_call', [{ to: RECOVER, data }, 'latest']))
  return word.length === 66 ? `0x${word.slice(26)}` : undefined
}
