import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import { createSecrets } from './secrets'

const slot = '@latchkit/default:module'
const secret = 'the seed of everything'

/** A page, as after a reload. */
function page() {
  const secrets = createSecrets()
  const perform = (op: Op) => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    runOps(secrets, (_, reply) => resolve(JSON.parse(reply))).perform(1, JSON.stringify(op))
    return promise
  }
  const keepIn = (slot: string, secret?: string) =>
    perform(secret === undefined ? { type: 'keep', slot } : { type: 'keep', slot, secret })
  return {
    keep: keepIn,
    recall: async (slot: string) => {
      const reply = await perform({ type: 'recall', slot })
      return reply.type === 'secret' ? reply.secret : reply
    },
  }
}

/** The database as anybody in this origin reads it. */
function database(): Promise<IDBDatabase> {
  const request = indexedDB.open('latchkit', 1)
  return new Promise(resolve => {
    request.onsuccess = () => resolve(request.result)
  })
}

async function within<T>(
  store: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const open = await database()
  const request = ask(open.transaction(store, mode).objectStore(store))
  return new Promise(resolve => {
    request.onsuccess = () => {
      open.close()
      resolve(request.result)
    }
  })
}

const clear = () =>
  new Promise(resolve => {
    indexedDB.deleteDatabase('latchkit').onsuccess = resolve
  })

/** What the console was told: each text once per page, and this file is one. */
const told: string[] = []
const { warn } = console
console.warn = (text: string) => told.push(text)
afterAll(() => {
  console.warn = warn
})

beforeEach(clear)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a secret is there after a reload, until it is forgotten', async () => {
  const first = page()
  expect(await first.recall(slot)).toBeUndefined()
  expect(await first.keep(slot, secret)).toEqual({ type: 'done' })
  const second = page()
  expect(await second.recall(slot)).toBe(secret)
  expect(await second.recall('another')).toBeUndefined()
  expect(await second.keep(slot)).toEqual({ type: 'done' })
  expect(await first.recall(slot)).toBeUndefined()
})

test('what is kept last is there, however quickly one follows another', async () => {
  const { keep, recall } = page()
  const kept = ['A'.repeat(300_000), 'b', 'c'].map(it => keep(slot, it))
  expect(await recall(slot)).toBe('c')
  await Promise.all(kept)
  expect(await page().recall(slot)).toBe('c')
})

test('is sealed under a key that nobody can take out', async () => {
  await page().keep(slot, secret)
  const key = await within(
    'keys',
    'readonly',
    keys => keys.get('latchkit') as IDBRequest<CryptoKey>,
  )
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  const all = await within('secrets', 'readonly', it => it.getAll())
  expect(all).toHaveLength(1)
  const { iv, sealed } = all[0] as { iv: Uint8Array; sealed: ArrayBuffer }
  expect(iv).toHaveLength(12)
  expect(new TextDecoder().decode(sealed)).not.toContain('seed')
  expect(sealed.byteLength).toBe(secret.length + 16)
})

test('the same secret is never sealed alike', async () => {
  const { keep } = page()
  const seals = []
  for (const _ of [1, 2]) {
    await keep(slot, secret)
    const { iv } = await within('secrets', 'readonly', it => it.get(slot))
    seals.push(String(iv))
  }
  expect(new Set(seals).size).toBe(2)
})

test('tabs that need a key at the same moment have one', async () => {
  const tabs = [page(), page(), page()]
  await Promise.all(tabs.map((tab, index) => tab.keep(`slot ${index}`, `secret ${index}`)))
  const later = page()
  for (const index of [0, 1, 2]) expect(await later.recall(`slot ${index}`)).toBe(`secret ${index}`)
})

test.each([
  ['its key is gone', () => within('keys', 'readwrite', it => it.clear())],
  [
    'its key is another one',
    async () => {
      const usages: KeyUsage[] = ['encrypt', 'decrypt']
      const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages)
      await within('keys', 'readwrite', it => it.put(made, 'latchkit'))
    },
  ],
  [
    'it was put into another slot',
    async () => {
      const sealed = await within('secrets', 'readonly', it => it.get(slot))
      await within('secrets', 'readwrite', it => it.put(sealed, 'another'))
    },
  ],
  ['it is nothing of ours', () => within('secrets', 'readwrite', it => it.put('junk', slot))],
])('what cannot be read any more, since %s, is as good as nothing', async (why, spoil) => {
  await page().keep(slot, secret)
  await spoil()
  const { keep, recall } = page()
  const spoilt = why.includes('slot') ? 'another' : slot
  expect(await recall(spoilt)).toBeUndefined()
  expect(await recall(spoilt)).toBeUndefined()
  expect(told.filter(it => it.includes('cannot be read'))).toHaveLength(1)
  await keep(spoilt, 'anew')
  expect(await page().recall(spoilt)).toBe('anew')
})

const noDatabase = () => {
  throw new DOMException('', 'SecurityError')
}
const noCipher = async () => {
  throw new DOMException('', 'OperationError')
}
const full = () => {
  throw new DOMException('', 'QuotaExceededError')
}

test.each([
  ['the browser has no database', () => vi.stubGlobal('indexedDB', undefined)],
  ['the database throws', () => vi.spyOn(indexedDB, 'open').mockImplementation(noDatabase)],
  ['there are no ciphers', () => vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(noCipher)],
  ['it is full', () => vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)],
])('where %s, a secret lives as long as the page', async (_, block) => {
  await page().keep(slot, 'of before')
  block()
  const { keep, recall } = page()
  expect(await keep(slot, secret)).toEqual({ type: 'done' })
  expect(await recall(slot)).toBe(secret)
  expect(await recall('another')).toBeUndefined()
  expect(await page().recall(slot)).not.toBe(secret)
  expect(await keep(slot)).toEqual({ type: 'done' })
  expect(await recall(slot)).not.toBe(secret)
})

test('what is kept in memory is not what was stored before', async () => {
  await page().keep(slot, 'of before')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
  await page().keep(slot, secret)
  vi.restoreAllMocks()
  expect(await page().recall(slot)).toBeUndefined()
})

test('a database that never answers is waited for once', async () => {
  vi.useFakeTimers()
  const open = vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
  const { keep, recall } = page()
  const kept = keep(slot, secret)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await kept).toEqual({ type: 'done' })
  expect(await recall(slot)).toBe(secret)
  expect(open).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a database that answers late is used from then on', async () => {
  vi.useFakeTimers()
  const request = { result: { close: vi.fn() } } as unknown as IDBOpenDBRequest
  vi.spyOn(indexedDB, 'open').mockReturnValueOnce(request)
  const { keep, recall } = page()
  const kept = keep(slot, secret)
  await vi.advanceTimersByTimeAsync(3_000)
  await kept
  vi.useRealTimers()
  expect(await page().recall(slot)).toBeUndefined()
  request.onsuccess?.(new Event('success'))
  expect(request.result.close).toHaveBeenCalledOnce()
  // What was kept meanwhile is written now.
  await expect.poll(() => page().recall(slot)).toBe(secret)
  expect(await recall(slot)).toBe(secret)
})
