import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomInt,
  randomUUID,
  sign,
} from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { test } from '@playwright/test'
import { type Origins, startDev } from './latchkitDev.ts'

/**
 * Whether the time until a mail is sent tells if somebody was here before: so many addresses that are known are asked for
 * and as many that are not, one after the other in an order that is thrown, each by a browser of its own, against the
 * release build. Prints both medians, and what the test of Mann and Whitney says of them. Run by hand.
 */
const samples = 200

type Browser = { key: KeyObject; jwk: object }
type Answer = { status: number; length: number; body: Record<string, unknown>; ms: number }

let origins: Origins
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const project = 'de7de7de7de7de7de7de7de7de7de7de'

function newBrowser(): Browser {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return { key: privateKey, jwk: { kty, crv, x, y } }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** RFC 9449, with the hash of the body. */
function proofOf({ key, jwk }: Browser, path: string, body: string): string {
  const claims = {
    htm: 'POST',
    htu: origins.vault + path,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    bh: createHash('sha256').update(body).digest('base64url'),
  }
  const signed = `${base64url({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${base64url(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** From the first byte that leaves to the last that comes, over a connection that is kept. */
async function call(browser: Browser, path: string, asked: object): Promise<Answer> {
  const text = JSON.stringify(asked)
  const headers = {
    host: new URL(origins.vault).host,
    origin: origins.vault,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    dpop: proofOf(browser, path, text),
  }
  const asking = request(`${origins.server}${path}`, { method: 'POST', agent, headers })
  const began = performance.now()
  asking.end(text)
  const [response] = await once(asking, 'response')
  const bytes = await buffer(response)
  const ms = performance.now() - began
  const { statusCode: status } = response
  return { status, length: bytes.length, body: JSON.parse(bytes.toString()), ms }
}

const start = (browser: Browser, email: string) =>
  call(browser, '/v1/vault/email/start', {
    projectId: project,
    origin: origins.host,
    email,
    language: 'en',
  })

async function codeOf(email: string): Promise<string> {
  const mails = await (await fetch(`${origins.server}/dev/mailbox.json`)).json()
  const mail = mails.find(({ to }: { to: string }) => to === email)
  const [, first, second] = /\b(\d{3}) ?(\d{3})\b/.exec(mail?.text ?? '') ?? []
  return `${first}${second}`
}

const newAddress = () => `ada-${randomUUID()}@example.com`

async function signUp(): Promise<string> {
  const [browser, email] = [newBrowser(), newAddress()]
  const { body } = await start(browser, email)
  const otp = { attempt: body.attempt, otp: await codeOf(email) }
  const { status, body: said } = await call(browser, '/v1/vault/email/otp', otp)
  if (status !== 200) throw new Error(`${email}: ${status} ${JSON.stringify(said)}`)
  return email
}

/** Of two-sided chance that nothing differs, by the normal approximation (equal times do not occur). */
function chanceOf(some: readonly number[], others: readonly number[]): number {
  const [m, n] = [some.length, others.length]
  const u = some.reduce((sum, it) => sum + others.filter(other => other < it).length, 0)
  const z = Math.abs(u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12)
  return complementaryError(z / Math.SQRT2)
}

/** Abramowitz and Stegun, 7.1.26. */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x)
}

const median = (all: readonly number[]) =>
  [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN

test('known and unknown addresses', async () => {
  const dev = await startDev('release')
  origins = dev.origins

  const known: string[] = []
  for (let one = 0; one < samples; one += 1) known.push(await signUp())
  // A mailbox gets one mail in half a minute.
  await setTimeout(31_000)
  const times = { known: [] as number[], unknown: [] as number[] }
  const shapes = new Set<string>()
  for (const email of known) {
    const pair = [
      ['known', email],
      ['unknown', newAddress()],
    ] as const
    for (const [kind, address] of randomInt(2) ? pair : [...pair].reverse()) {
      const { status, length, body, ms } = await start(newBrowser(), address)
      shapes.add(`${status} ${length} ${Object.keys(body)}`)
      times[kind].push(ms)
    }
  }
  console.log(`answers: ${[...shapes].join(' | ')}`)
  for (const [kind, all] of Object.entries(times))
    console.log(`${kind}: median ${median(all).toFixed(3)} ms of ${all.length}`)
  console.log(`Mann–Whitney: p = ${chanceOf(times.known, times.unknown).toFixed(4)}`)
  agent.destroy()
  await dev.stop()
})
