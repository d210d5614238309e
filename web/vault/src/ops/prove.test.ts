import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runOps } from '../../../shell/src/engine/runOps'
import type { Reply } from '../../../shell/src/generated/Reply'
import { createProofs } from './prove'

const clear = () =>
  new Promise(resolve => {
    indexedDB.deleteDatabase('latchkit').onsuccess = resolve
  })

beforeEach(clear)
afterEach(() => vi.restoreAllMocks())

/** A page, as after a reload. */
function page() {
  const prove = createProofs()
  return async (claims: string) => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const running = runOps({ prove }, (_, reply) => resolve(JSON.parse(reply)))
    running.perform(1, JSON.stringify({ type: 'prove', claims }))
    const reply = await promise
    if (reply.type !== 'value') throw new Error(JSON.stringify(reply))
    return read(reply.value as string)
  }
}

const bytes = (part = '') =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), it => it.charCodeAt(0))

/** What a proof says, and whether its own key signed it. */
async function read(proof: string) {
  const [head, claims, signature] = proof.split('.')
  const { jwk, ...rest } = JSON.parse(new TextDecoder().decode(bytes(head)))
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['verify'])
  const isGood = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    bytes(signature),
    new TextEncoder().encode(`${head}.${claims}`),
  )
  return { proof, jwk, head: rest, claims: new TextDecoder().decode(bytes(claims)), isGood }
}

test('claims are signed as they stand, by a key that the head shows', async () => {
  const claims = '{"htm":"POST","htu":"https://vault.example/v1/ü","iat":1,"jti":"a+/="}'
  const { proof, head, jwk, claims: said, isGood } = await page()(claims)
  expect(head).toEqual({ typ: 'dpop+jwt', alg: 'ES256' })
  expect(Object.keys(jwk)).toEqual(['kty', 'crv', 'x', 'y'])
  expect(said).toBe(claims)
  expect(isGood).toBe(true)
  expect(proof).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/)
})

test('a reload, and another tab at once, have the same key', async () => {
  const [first, second] = await Promise.all([page()('{}'), page()('{}')])
  const third = await page()('{}')
  expect(second.jwk).toEqual(first.jwk)
  expect(third.jwk).toEqual(first.jwk)
})

test('no script is given its bytes', async () => {
  await page()('{}')
  const request = indexedDB.open('latchkit', 1)
  await new Promise(resolve => {
    request.onsuccess = resolve
  })
  const asked = request.result.transaction('keys').objectStore('keys').get('device')
  const { privateKey } = await new Promise<CryptoKeyPair>(resolve => {
    asked.onsuccess = () => resolve(asked.result)
  })
  request.result.close()
  expect(privateKey.extractable).toBe(false)
  expect(privateKey.usages).toEqual(['sign'])
  for (const format of ['jwk', 'pkcs8'] as const)
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow()
})

test('where the browser gives no database, the key lives as long as the page', async () => {
  const told = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  const here = page()
  const [first, second] = [await here('{}'), await here('{}')]
  expect(first.isGood && second.isGood).toBe(true)
  expect(second.jwk).toEqual(first.jwk)
  expect((await page()('{}')).jwk).not.toEqual(first.jwk)
  expect(told).toHaveBeenCalledWith(expect.stringContaining('no storage'))
})
