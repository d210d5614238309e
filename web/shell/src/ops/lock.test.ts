import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { otherTab, transition } from '../../test/otherTab'
import { runOps } from '../engine/runOps'
import type { Reply } from '../generated/Reply'
import { lock } from './lock'

const name = '@latchkit/default:module'
const item = `@latchkit:lock:${name}`
const done: Reply = { type: 'done' }
const lost: Reply = { type: 'failed', reason: 'the lock was lost' }
const left: Reply = { type: 'failed', reason: 'the page was left' }

/** Asks for the lock as an engine does. */
function asker() {
  const replies: Reply[] = []
  const running = runOps({ lock }, (_, reply) => replies.push(JSON.parse(reply)))
  running.perform(1, JSON.stringify({ type: 'lock', name }))
  return { replies, abort: () => running.perform(1, '{"type":"abort"}') }
}

/** The frame has it until it lets go; resolves once it has. */
async function held(by: Window, options: LockOptions = {}): Promise<() => void> {
  const letGo = Promise.withResolvers<void>()
  await new Promise<void>(resolve => {
    const has = () => {
      resolve()
      return letGo.promise
    }
    by.navigator.locks.request(name, options, has).catch(() => undefined)
  })
  return letGo.resolve
}

/** So many wait for it. */
const waiting = (count: number) =>
  expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(count)
/** Whoever asked before had it, or will not: locks are given in the order in which they are asked for. */
const everybodyHadIt = async () => (await held(window))()

beforeEach(() => localStorage.removeItem(item))
afterEach(() => {
  transition('pageshow')
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('is had by one tab, until it is let go of', async () => {
  const there = await otherTab()
  const letGo = await held(there)
  const { replies, abort } = asker()
  await waiting(1)
  expect(replies).toEqual([])
  letGo()
  await expect.poll(() => replies).toEqual([done])
  const next = held(there)
  await waiting(1)
  abort()
  ;(await next)()
  expect(replies).toEqual([done])
})

test('whoever gives up waiting does not get it', async () => {
  const letGo = await held(await otherTab())
  const { replies, abort } = asker()
  abort()
  letGo()
  await everybodyHadIt()
  expect(replies).toEqual([])
})

test('tells that it was taken away', async () => {
  const { replies } = asker()
  await expect.poll(() => replies).toEqual([done])
  const letGo = await held(await otherTab(), { steal: true })
  await expect.poll(() => replies).toEqual([done, lost])
  letGo()
})

test('a page that is left has none; one that is asked for meanwhile comes with it back', async () => {
  const { replies } = asker()
  await expect.poll(() => replies).toEqual([done])
  const next = held(await otherTab())
  transition('pagehide')
  expect(replies).toEqual([done, left])
  const letGo = await next
  const again = asker()
  letGo()
  await everybodyHadIt()
  expect(again.replies).toEqual([])
  transition('pageshow')
  await expect.poll(() => again.replies).toEqual([done])
  again.abort()
})

test('where the browser refuses Web Locks, a heartbeat does', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('', 'SecurityError'))
  const { replies, abort } = asker()
  await expect.poll(() => replies).toEqual([done])
  expect(localStorage.getItem(item)).not.toBeNull()
  abort()
  expect(localStorage.getItem(item)).toBeNull()
})

/** A browser without Web Locks. */
function withoutLocks() {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.spyOn(Navigator.prototype, 'locks', 'get').mockReturnValue(undefined as unknown as LockManager)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Another tab writes the item; browsers tell of it. */
function writtenBeside(value: string) {
  localStorage.setItem(item, value)
  dispatchEvent(new StorageEvent('storage', { key: item, storageArea: localStorage }))
}

test('by heartbeats, too, it is had by one of those who ask at the same moment', async () => {
  withoutLocks()
  const [first, second] = [asker(), asker()]
  await pass(10_000)
  expect([first.replies, second.replies]).toContainEqual([done])
  expect([first.replies, second.replies]).toContainEqual([])
  const [holder, other] = first.replies.length > 0 ? [first, second] : [second, first]
  holder.abort()
  await pass(1_200)
  expect(other.replies).toEqual([done])
  other.abort()
  expect(localStorage.getItem(item)).toBeNull()
})

test('a tab whose heart has not beaten for five seconds has lost it, one of the future, too', async () => {
  for (const apartMs of [0, 60_000]) {
    withoutLocks()
    localStorage.setItem(item, `other ${Date.now() + apartMs}`)
    const { replies, abort } = asker()
    await pass(apartMs ? 50 : 4_900)
    expect(replies).toEqual([])
    await pass(1_200)
    expect(replies).toEqual([done])
    abort()
  }
})

test('whoever finds that another tab has taken it has lost it', async () => {
  withoutLocks()
  const { replies } = asker()
  await pass(200)
  writtenBeside(`other ${Date.now()}`)
  await pass(0)
  expect(replies).toEqual([done, lost])
  expect(localStorage.getItem(item)).toContain('other')
  await pass(4_000)
  expect(localStorage.getItem(item)).toContain('other')
})

test('an item that a person cleared is written again', async () => {
  withoutLocks()
  const { replies, abort } = asker()
  await pass(200)
  localStorage.removeItem(item)
  await pass(1_000)
  expect(localStorage.getItem(item)).not.toBeNull()
  expect(replies).toEqual([done])
  abort()
})

test('where storage is blocked, too, no other tab can be seen', async () => {
  withoutLocks()
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  const { replies, abort } = asker()
  await pass(0)
  expect(replies).toEqual([done])
  abort()
})
