import { expect, test } from 'vitest'
import type { WalletProvider, Wallets } from '../all/WalletProvider'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import { watchEvents } from './events'
import { requestWallet } from './request'
import { watchWallets } from './wallets'

type Request = WalletProvider['request']

/** Everything that is replied to one op of a page with one wallet, whose handle is 1. */
function page(provider: Partial<WalletProvider>, descriptions: unknown[] = []) {
  const wallets: Wallets = {
    provider: handle => (handle === 1 ? (provider as WalletProvider) : undefined),
    watch(listener, wanted) {
      descriptions.forEach((description, index) => void listener(index + 1, description))
      return () => void descriptions.push({ stopped: wanted })
    },
  }
  const replies: unknown[] = []
  const running = runOps(
    {
      request: requestWallet(wallets),
      events: watchEvents(wallets),
      wallets: watchWallets(wallets),
    },
    (_, reply) => void replies.push(JSON.parse(reply)),
  )
  return {
    replies,
    perform: (op: Op) => running.perform(1, JSON.stringify(op)),
    abort: () => running.perform(1, '{"type":"abort"}'),
  }
}

async function answer(request: Request): Promise<unknown[]> {
  const { replies, perform } = page({ request })
  perform({ type: 'request', wallet: 1, method: 'm' })
  await new Promise(resolve => setTimeout(resolve))
  return replies
}

const value = (it: unknown) => ({ type: 'value', value: it })
const refused = (code: number, message: string, data?: unknown) => ({
  type: 'refused',
  error: { code, message, ...(data === undefined ? {} : { data }) },
})
const unreadable = { type: 'unreadable' }

const circle: { self?: unknown; list?: unknown[] } = {}
circle.self = circle
const deep = (): unknown => {
  let it: unknown = 1
  for (let level = 0; level < 100; level++) it = [it]
  return it
}
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return { proxy }
}
const withGetter = {
  get address() {
    throw new Error('no')
  },
}
const shared = { a: 1 }

test.for<[string, unknown, unknown]>([
  ['text', '0x1', value('0x1')],
  ['a list', ['0x1'], value(['0x1'])],
  ['nothing', undefined, value(null)],
  ['null', null, value(null)],
  ['a function', () => 1, value(null)],
  ['a symbol', Symbol('a'), value(null)],
  ['a bigint is decimal text', 2n ** 64n, value('18446744073709551616')],
  ['a bigint inside', { wei: [1n] }, value({ wei: ['1'] })],
  ['NaN and infinity', [Number.NaN, Infinity], value([null, null])],
  ['undefined fields are left out', { a: undefined, b: () => 1, c: 1 }, value({ c: 1 })],
  ['bytes are base64', new Uint8Array([1, 2]), value('AQI=')],
  ['a date', new Date(0), value('1970-01-01T00:00:00.000Z')],
  ['a frozen object', Object.freeze({ a: 1 }), value({ a: 1 })],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), value({ a: 1 })],
  ['the same object twice is no cycle', [shared, shared], value([{ a: 1 }, { a: 1 }])],
  [
    'a key __proto__',
    JSON.parse('{"__proto__":{"a":1}}'),
    JSON.parse('{"type":"value","value":{"__proto__":{"a":1}}}'),
  ],
  ['a cycle', circle, unreadable],
  ['a getter that throws', withGetter, unreadable],
  ['a revoked proxy', revoked(), unreadable],
  ['nested without end', deep(), unreadable],
  ['endless', new Array(200_000).fill(0), unreadable],
])('a wallet answers: %s', async ([, result, reply]) => {
  expect(await answer(() => Promise.resolve(result))).toEqual([reply])
})

test.for<[string, () => unknown, unknown]>([
  ['EIP-1193', () => ({ code: 4001, message: 'User rejected' }), refused(4001, 'User rejected')],
  [
    'an Error with code and data',
    () => Object.assign(new Error('no'), { code: -32002, data: { a: 1n } }),
    refused(-32002, 'no', { a: '1' }),
  ],
  ['an Error', () => new Error('boom'), refused(-32603, 'boom')],
  ['text', () => 'nope', refused(-32603, 'nope')],
  ['nothing', () => undefined, refused(-32603, 'The wallet gave no reason')],
  ['an empty object', () => ({}), refused(-32603, 'The wallet gave no reason')],
  ['a cycle', () => circle, refused(-32603, 'The wallet gave no reason')],
  [
    'a code as text',
    () => ({ code: '4902', message: 'Unknown chain' }),
    refused(4902, 'Unknown chain'),
  ],
  [
    'a code that is a word',
    () => ({ code: 'ACTION_REJECTED', message: 'no' }),
    refused(-32603, 'no'),
  ],
  ['a fraction', () => ({ code: 1.5, message: 'no' }), refused(-32603, 'no')],
  [
    'data.originalError',
    () => ({
      code: -32603,
      message: 'Internal',
      data: { originalError: { code: 4902, message: 'Unknown chain' } },
    }),
    refused(-32603, 'Internal', { originalError: { code: 4902, message: 'Unknown chain' } }),
  ],
  [
    'originalError beside the code',
    () => Object.assign(new Error('Internal'), { code: -32603, originalError: { code: 4902 } }),
    refused(-32603, 'Internal', { originalError: { code: 4902 } }),
  ],
  [
    'a code in the cause',
    () => ({ message: 'outer', cause: { code: 4001, message: 'inner' } }),
    refused(4001, 'outer'),
  ],
  [
    'a code and message in error',
    () => ({ error: { code: 4001, message: 'inner' } }),
    refused(4001, 'inner'),
  ],
])('a wallet throws: %s', async ([, thrown, reply]) => {
  expect(await answer(() => Promise.reject(thrown()))).toEqual([reply])
  expect(
    await answer(() => {
      throw thrown()
    }),
  ).toEqual([reply])
})

test('a wallet is called in the same turn, with params only if there are any', () => {
  const calls: unknown[] = []
  const { perform } = page({
    request: call => {
      calls.push(call)
      return new Promise(() => {})
    },
  })
  perform({ type: 'request', wallet: 1, method: 'a' })
  perform({ type: 'request', wallet: 1, method: 'b', params: [1] })
  expect(calls).toEqual([{ method: 'a' }, { method: 'b', params: [1] }])
})

/** What a thenable does that calls back twice, and then fails. */
const answerTwice = (done: (it: unknown) => void, fail: (it: unknown) => void) => {
  done(1)
  done(2)
  fail(3)
}
const twice = (() =>
  Object.defineProperty({}, 'then', { value: answerTwice })) as unknown as Request

test.for<[string, Request, unknown]>([
  ['answers without a promise', (() => '0x1') as unknown as Request, value('0x1')],
  ['answers twice', twice, value(1)],
  [
    'is no function',
    'request' as unknown as Request,
    { type: 'refused', error: expect.objectContaining({ code: -32603 }) },
  ],
])('a wallet that %s is harmless', async ([, request, reply]) => {
  expect(await answer(request)).toEqual([reply])
})

test('a wallet that is gone fails', () => {
  const { replies, perform } = page({})
  perform({ type: 'request', wallet: 2, method: 'a' })
  perform({ type: 'events', wallet: 2 })
  expect(replies).toEqual([
    { type: 'failed', reason: 'the wallet is gone' },
    { type: 'failed', reason: 'the wallet is gone' },
  ])
})

test('an answer after the abort is ignored', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { replies, perform, abort } = page({ request: () => promise })
  perform({ type: 'request', wallet: 1, method: 'a' })
  abort()
  resolve('0x1')
  await promise
  expect(replies).toEqual([])
})

class Emitter {
  listeners = new Map<string, (value: unknown) => void>()
  on(name: string, listener: (value: unknown) => void) {
    this.listeners.set(name, listener)
  }
  removeListener(name: string, listener: (value: unknown) => void) {
    if (this.listeners.get(name) === listener) this.listeners.delete(name)
  }
}

test('events go on until they are aborted, and then nothing listens any more', () => {
  const wallet = new Emitter()
  const { replies, perform, abort } = page(wallet)
  perform({ type: 'events', wallet: 1 })
  expect([...wallet.listeners.keys()]).toEqual([
    'accountsChanged',
    'chainChanged',
    'connect',
    'disconnect',
  ])
  wallet.listeners.get('accountsChanged')?.([])
  wallet.listeners.get('disconnect')?.(Object.assign(new Error('gone'), { code: 1013 }))
  wallet.listeners.get('chainChanged')?.(circle)
  abort()
  expect(wallet.listeners.size).toBe(0)
  expect(replies).toEqual([
    { type: 'event', name: 'accountsChanged', value: [] },
    { type: 'event', name: 'disconnect', value: { message: 'gone', code: 1013 } },
    { type: 'event', name: 'chainChanged' },
  ])
})

test('an icon of megabytes, and whatever else is too long to copy, is no announcement', () => {
  const bomb = 'A'.repeat(1_000_001)
  const descriptions: unknown[] = [
    { rdns: 'a.b', icon: bomb },
    { [bomb]: 1 },
    { rdns: 'a.b', icon: new Uint8Array(1_000_001) },
    { rdns: 'a.b', icon: Array.from({ length: 100 }, () => 'A'.repeat(10_001)) },
    { rdns: 'a.b', icon: 2n ** 2_000n },
    { rdns: 'a.b', icon: new Boundless(1_000_001) },
    { rdns: 'a.b', icon: Object.create(Uint8Array.prototype) },
    { rdns: 'c.d', icon: 'A'.repeat(900_000), size: 2n ** 200n },
  ]
  const { replies, perform, abort } = page({}, descriptions)
  perform({ type: 'wallets', wanted: [] })
  expect(replies.map(reply => (reply as { wallet: number }).wallet)).toEqual([8])
  abort()
})

/** Bytes that say there are none. */
class Boundless extends Uint8Array {
  override get length() {
    return 0
  }
}

test('a date is read as one, whatever it says of itself, and what follows it is heard', () => {
  const says = (toJSON: () => unknown) =>
    Object.assign(new Date(0), { toJSON, toISOString: toJSON })
  const descriptions = [says(() => circle), says(() => 'A'.repeat(1_000_001)), new Date(Number.NaN)]
  const { replies, perform, abort } = page(
    {},
    descriptions.map(icon => ({ icon })),
  )
  perform({ type: 'wallets', wanted: [] })
  const icon = '1970-01-01T00:00:00.000Z'
  expect(replies).toEqual([
    { type: 'announced', wallet: 1, detail: { icon } },
    { type: 'announced', wallet: 2, detail: { icon } },
    { type: 'announced', wallet: 3, detail: { icon: null } },
  ])
  abort()
})

test('a wallet without events fails; one that throws at them is let go of', () => {
  const removed: string[] = []
  const { replies, perform } = page({})
  perform({ type: 'events', wallet: 1 })
  const other = page({
    on(name) {
      if (name === 'connect') throw new Error('no such event')
    },
    removeListener: name => void removed.push(name),
  })
  other.perform({ type: 'events', wallet: 1 })
  const failed = { type: 'failed', reason: 'the wallet has no events' }
  expect([replies, other.replies]).toEqual([[failed], [failed]])
  expect(removed).toContain('accountsChanged')
})

test('a wallet that cannot remove a listener does no harm', () => {
  const { perform, abort } = page({
    on: () => {},
    removeListener: () => {
      throw new Error('no')
    },
  })
  perform({ type: 'events', wallet: 1 })
  expect(abort).not.toThrow()
})

test('announcements: what cannot be read is skipped, and the watching ends with the op', () => {
  const descriptions: unknown[] = [{ rdns: 'a.b' }, circle, { rdns: 'c.d', icon: 'data:' }]
  const { replies, perform, abort } = page({}, descriptions)
  perform({ type: 'wallets', wanted: ['a.b'] })
  expect(replies).toEqual([
    { type: 'announced', wallet: 1, detail: { rdns: 'a.b' } },
    { type: 'announced', wallet: 3, detail: { rdns: 'c.d', icon: 'data:' } },
  ])
  abort()
  expect(descriptions.at(-1)).toEqual({ stopped: ['a.b'] })
})
