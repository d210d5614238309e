import { afterEach, expect, test, vi } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import { raiseAlert } from './alert'
import { bundledWallets } from './bundled'
import { copy } from './copy'
import { fetchText } from './fetch'
import { leave } from './leave'
import { now } from './now'
import type { Ops } from './Perform'
import { preload } from './preload'
import { random } from './random'
import { read } from './read'
import { sleep } from './sleep'
import { warn } from './warn'
import { write } from './write'

const alert = raiseAlert({
  lost: { short: () => 'Lost', long: ({ place }) => `It was lost at ${place}.` },
})
const bundled = bundledWallets(async () => [{ id: 'a' }])
const ops: Ops = {
  alert,
  bundled,
  copy,
  fetch: fetchText,
  now,
  preload,
  random,
  read,
  sleep,
  warn,
  write,
}
const fetchOp = (url: string, body?: string): Op & { type: 'fetch' } => ({
  type: 'fetch',
  url,
  method: 'POST',
  headers: [],
  timeoutMs: 1000,
  ...(body !== undefined && { body }),
})

/** The first reply to an op. */
function perform(op: Op): { reply: Promise<Reply>; abort(): void } {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const running = runOps(ops, (_, reply) => resolve(JSON.parse(reply)))
  running.perform(1, JSON.stringify(op))
  return { reply: promise, abort: () => running.perform(1, '{"type":"abort"}') }
}
const replyTo = (op: Op) => perform(op).reply

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
})

test('sleep replies when it is over, and leaves no timer when aborted', async () => {
  vi.useFakeTimers()
  const { reply } = perform({ type: 'sleep', ms: 50 })
  perform({ type: 'sleep', ms: 50 }).abort()
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(50)
  expect(await reply).toEqual({ type: 'done' })
})

test('sleep for the longest time there is waits', () => {
  vi.useFakeTimers()
  perform({ type: 'sleep', ms: 4_294_967_295 })
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(1)
})

test('now is decimal text', async () => {
  expect(await replyTo({ type: 'now' })).toEqual({
    type: 'time',
    ms: expect.stringMatching(/^\d{13}$/),
  })
})

test('random is base64 of as many bytes', async () => {
  const reply = await replyTo({ type: 'random', bytes: 32 })
  expect(reply).toEqual({ type: 'bytes', base64: expect.any(String) })
  expect(atob(reply.type === 'bytes' ? reply.base64 : '').length).toBe(32)
  expect(await replyTo({ type: 'random', bytes: 65_537 })).toMatchObject({ type: 'failed' })
})

test('storage: written and read', async () => {
  expect(await replyTo({ type: 'read', key: 'k' })).toEqual({ type: 'stored' })
  expect(await replyTo({ type: 'write', key: 'k', value: 'v' })).toEqual({ type: 'done' })
  expect(await replyTo({ type: 'read', key: 'k' })).toEqual({ type: 'stored', value: 'v' })
})

test('storage that is full or blocked fails in so many words', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  const failed = (reason: string) => ({ type: 'failed', reason })
  expect(await replyTo({ type: 'write', key: 'k', value: 'v' })).toEqual(failed('quota'))
  expect(await replyTo({ type: 'read', key: 'k' })).toEqual(failed('blocked'))
})

test('fetch sends text without credentials or referrer, and replies whatever the status is', async () => {
  const sent = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('body', { status: 404 }))
  const reply = await replyTo(fetchOp('https://server.test/v1', '{}'))
  expect(reply).toEqual({ type: 'fetched', status: 404, body: 'body' })
  const [url, init] = sent.mock.calls[0] ?? []
  expect(url).toBe('https://server.test/v1')
  expect(init).toMatchObject({
    method: 'POST',
    body: '{}',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  expect(new Request('https://a.test', init).headers.get('content-type')).toBe(
    'text/plain;charset=UTF-8',
  )
})

test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('fetch can %s', async method => {
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'))
  const body = method === 'POST' || method === 'PUT' ? '{}' : undefined
  const op: Op = { ...fetchOp('https://server.test/v1', body), method }
  expect(await replyTo(op)).toEqual({ type: 'fetched', status: 200, body: '{}' })
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ method, body: body ?? null })
})

test('fetch fails with timeout, offline or network, and leaves no timer', async () => {
  vi.useFakeTimers()
  const request = fetchOp('https://server.test')
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  const late = replyTo(request)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toEqual({ type: 'failed', reason: 'timeout' })
  fetching.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await replyTo(request)).toEqual({ type: 'failed', reason: 'network' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await replyTo(request)).toEqual({ type: 'failed', reason: 'offline' })
  expect(vi.getTimerCount()).toBe(0)
})

test('fetch is aborted with its op', () => {
  let signal: AbortSignal | null | undefined
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    signal = init?.signal
    return new Promise(() => {})
  })
  perform(fetchOp('https://server.test')).abort()
  expect(signal?.aborted).toBe(true)
})

test('copy writes in the same turn', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const reply = replyTo({ type: 'copy', text: '0x1' })
  expect(written).toHaveBeenCalledWith('0x1')
  expect(await reply).toEqual({ type: 'done' })
})

test('copy that is refused wants a click if there was none, and fails otherwise', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowed'))
  const active = vi.spyOn(UserActivation.prototype, 'isActive', 'get').mockReturnValue(false)
  expect(await replyTo({ type: 'copy', text: 'a' })).toEqual({ type: 'needsGesture' })
  active.mockReturnValue(true)
  expect(await replyTo({ type: 'copy', text: 'a' })).toEqual({ type: 'failed', reason: 'blocked' })
})

test('warn says each text once', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  await replyTo({ type: 'warn', text: 'a sentence for the test of warn' })
  await replyTo({ type: 'warn', text: 'a sentence for the test of warn' })
  expect(warned.mock.calls).toEqual([['[latchkit] a sentence for the test of warn']])
})

test('alert says what is to be put right, and fails for one without words', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const values = { place: 'sea' }
  expect(await replyTo({ type: 'alert', name: 'lost', values })).toEqual({ type: 'done' })
  expect(said.mock.calls).toEqual([['[latchkit] Lost. It was lost at sea.']])
  expect(await replyTo({ type: 'alert', name: 'found', values })).toEqual({
    type: 'failed',
    reason: 'there is no alert found',
  })
})

test('leave gives the next page of this tab an item, or takes it away, where there is room', () => {
  const key = '@latchkit/default:way-back'
  const { perform } = runOps({ leave }, () => expect.unreachable('nobody waits'))
  const left = (value?: string) => {
    perform(1, JSON.stringify({ type: 'leave', key, ...(value && { value }) }))
    return sessionStorage.getItem(key)
  }
  expect(left('{"v":1}')).toBe('{"v":1}')
  expect(localStorage).toHaveLength(0)
  expect(left()).toBeNull()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(left('{"v":1}')).toBeNull()
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  perform(1, JSON.stringify({ type: 'leave', key, value: '{"v":1}' }))
})

test('preload asks for each image, after what is more urgent, and sends no referrer', async () => {
  const asked: string[] = []
  vi.stubGlobal(
    'Image',
    class {
      fetchPriority = ''
      referrerPolicy = ''
      set src(url: string) {
        asked.push(`${this.fetchPriority} ${this.referrerPolicy} ${url}`)
      }
    },
  )
  const urls = ['https://server.test/a', 'https://server.test/b']
  expect(await replyTo({ type: 'preload', urls })).toEqual({ type: 'done' })
  expect(asked).toEqual(urls.map(url => `low no-referrer ${url}`))
  vi.unstubAllGlobals()
})

test('bundled replies the list that came with the package', async () => {
  expect(await replyTo({ type: 'bundled' })).toEqual({ type: 'value', value: [{ id: 'a' }] })
})
