import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { runOps } from '../../../shell/src/engine/runOps'
import type { Reply } from '../../../shell/src/generated/Reply'
import { passkey } from './passkey'

const salts = [
  'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo',
  '_____________________________________________8',
] as const

/** An authenticator that answers by itself, as the options of the Chrome DevTools Protocol describe it. */
interface Authenticator {
  hasPrf?: boolean
  defaultBackupEligibility?: boolean
  isUserVerified?: boolean
}

const browser = () => cdp() as { send(method: string, params?: object): Promise<unknown> }

beforeEach(() => browser().send('WebAuthn.enable'))
afterEach(() => browser().send('WebAuthn.disable'))

const withAuthenticator = (more: Authenticator = {}) =>
  browser().send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: true,
      defaultBackupEligibility: true,
      ...more,
    },
  })

async function ask(salt: string, id?: string): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const running = runOps({ passkey }, (_, reply) => resolve(JSON.parse(reply)))
  running.perform(1, JSON.stringify({ type: 'passkey', id, salt, name: 'ada@example.com' }))
  return promise
}

async function made(salt: string) {
  const reply = await ask(salt)
  if (reply.type !== 'passkey') throw new Error(JSON.stringify(reply))
  return reply
}

test('one that was made gives 32 bytes, the same each time, and others for another salt', async () => {
  await withAuthenticator()
  const { id, isBackedUp, secret } = await made(salts[0])
  expect(isBackedUp).toBe(true)
  expect(atob(secret ?? '')).toHaveLength(32)
  expect(await ask(salts[0], id)).toEqual({ type: 'passkey', id, isBackedUp: true, secret })
  const other = await ask(salts[1], id)
  expect(other).not.toEqual({ type: 'passkey', id, isBackedUp: true, secret })
})

test('another one gives something else, and takes the place of none', async () => {
  await withAuthenticator()
  const first = await made(salts[0])
  const second = await made(salts[0])
  expect(second.secret).not.toBe(first.secret)
  expect(await ask(salts[0], first.id)).toMatchObject({ secret: first.secret })
})

test('one that stays on its device says so', async () => {
  await withAuthenticator({ defaultBackupEligibility: false })
  expect((await made(salts[0])).isBackedUp).toBe(false)
})

test('one without a PRF gives nothing', async () => {
  await withAuthenticator({ hasPrf: false })
  expect((await made(salts[0])).secret).toBeUndefined()
})

test('where nobody is verified, or none of that id is there, it fails', async () => {
  await withAuthenticator({ isUserVerified: false })
  expect((await ask(salts[0])).type).toBe('failed')
  expect((await ask(salts[0], 'cGFzc2tleQ')).type).toBe('failed')
})

test('a passkey says for whom and when it was made, so that it can be told from others', async () => {
  const { authenticatorId } = (await withAuthenticator()) as { authenticatorId: string }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 3, 14, 5) })
  await made(salts[0])
  vi.setSystemTime(new Date(2026, 4, 3, 14, 9))
  await made(salts[0])
  vi.useRealTimers()
  const kept = await browser().send('WebAuthn.getCredentials', { authenticatorId })
  const { credentials } = kept as { credentials: { userName: string; userDisplayName: string }[] }
  const names = credentials.map(it => it.userName).sort()
  for (const name of names) expect(name).toMatch(/^ada@example\.com, .*2026.*/)
  expect(names.map(name => name.match(/:(\d\d)/)?.[1])).toEqual(['05', '09'])
  expect(credentials.map(it => it.userDisplayName).sort()).toEqual(names)
})
