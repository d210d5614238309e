import { base64 } from '../all/base64'
import type { Perform } from './Perform'

/** Bytes of what is drawn for each text: https://csrc.nist.gov/pubs/sp/800/38/d/final, 8.2.2 */
const nonceLength = 12

/** Seals a text for a place, under a key that somebody else has, too. */
export const seal: Perform<'seal'> = async ({ secret = '', place, text }, { reply }) => {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
  const sealed = await crypto.subtle.encrypt(
    algorithm(nonce, place),
    await keyOf(secret, 'encrypt'),
    new TextEncoder().encode(text),
  )
  reply({ type: 'value', value: base64(new Uint8Array([...nonce, ...new Uint8Array(sealed)])) })
}

/** Opens it. What was sealed for another place, under another key, or changed since, fails. */
export const unseal: Perform<'unseal'> = async ({ secret = '', place, sealed }, { reply }) => {
  const bytes = bytesOf(sealed)
  const opened = await crypto.subtle.decrypt(
    algorithm(bytes.slice(0, nonceLength), place),
    await keyOf(secret, 'decrypt'),
    bytes.slice(nonceLength),
  )
  reply({ type: 'value', value: new TextDecoder().decode(opened) })
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

function keyOf(secret: string, use: KeyUsage): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replaceAll('-', '+').replaceAll('_', '/'))
  if (bytes.length !== 32) throw new Error('the key has not 32 bytes')
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [use])
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
