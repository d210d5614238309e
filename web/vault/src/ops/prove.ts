import { keptKey, opener } from '../../../shell/src/ops/database'
import type { Perform } from '../../../shell/src/ops/Perform'

/** The name of the browser's key among those of this origin. */
const name = 'device'
const curve = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Signs what this browser says of itself ([RFC 9449](https://www.rfc-editor.org/rfc/rfc9449#section-4.2)) with a key
 * whose bytes no script is given. It stays from visit to visit; where the browser gives no database, as long as the
 * page.
 */
export function createProofs(): Perform<'prove'> {
  const inDatabase = opener()
  let pair: Promise<CryptoKeyPair> | undefined

  async function kept(): Promise<CryptoKeyPair> {
    const stored = await inDatabase(database => keptKey(database, name, make)).catch(() =>
      console.warn(
        '[latchkit] This browser gives the frame no storage: a reload signs people out.',
      ),
    )
    return stored ?? make()
  }

  return async ({ claims }, { reply }) => {
    pair ??= kept()
    const { privateKey, publicKey } = await pair.catch((error: unknown) => {
      pair = undefined
      throw error
    })
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
    const head = JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
    const said = `${encoded(bytesOf(head))}.${encoded(bytesOf(claims))}`
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, privateKey, bytesOf(said))
    reply({ type: 'value', value: `${said}.${encoded(new Uint8Array(signature))}` })
  }
}

const make = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, false, ['sign'])

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Base64 for URLs, without padding. */
const encoded = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
