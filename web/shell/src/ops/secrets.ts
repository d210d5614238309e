import { warnOnce } from '../all/warnOnce'
import { keptKey, opener, read, write } from './database'
import type { Perform } from './Perform'

/**
 * Secrets of this origin, each by its slot, in the database `latchkit`: its store `secrets` holds them
 * sealed with AES-GCM, under the one key in its store `keys`. No script is given the bytes of that key;
 * any script of the origin can use it as this one does, and a browser may keep it in its files as it
 * is. Where the browser gives no database (some private windows, pages without https, blocked storage)
 * a secret lives in memory, as long as the page.
 */
const name = 'latchkit'

/** A secret as it is stored. Its slot is authenticated, so that it opens nowhere else. */
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

/** What a page keeps secrets by. */
export function createSecrets(): { keep: Perform<'keep'>; recall: Perform<'recall'> } {
  /** Those that could not be stored. */
  const memory = new Map<string, string>()
  const inDatabase = opener(() => {
    for (const [slot, secret] of memory) inTurn(() => put(slot, secret)).catch(() => undefined)
  })
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: what was asked first is there first. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = last.then(act)
    last = next.catch(() => undefined)
    return next
  }

  async function put(slot: string, secret: string | undefined) {
    memory.delete(slot)
    try {
      await inDatabase(database => store(database, slot, secret))
    } catch {
      if (secret !== undefined) memory.set(slot, secret)
      // What is stored there would come back after a reload, and is not what was kept last.
      await inDatabase(database => store(database, slot, undefined)).catch(() => undefined)
    }
  }

  async function get(slot: string): Promise<string | undefined> {
    const kept = memory.get(slot)
    if (kept !== undefined) return kept
    const found = await inDatabase(database => stored(database, slot)).catch(() => undefined)
    if (!found) return undefined
    return unsealed(found, slot).catch(() => {
      warnOnce('A session that is stored here cannot be read any more: it has to be made anew.')
      return undefined
    })
  }

  return {
    async keep({ slot, secret }, { reply }) {
      await inTurn(() => put(slot, secret))
      reply({ type: 'done' })
    },
    async recall({ slot }, { reply }) {
      const secret = await inTurn(() => get(slot))
      reply(secret === undefined ? { type: 'secret' } : { type: 'secret', secret })
    },
  }
}

async function store(database: IDBDatabase, slot: string, secret: string | undefined) {
  const sealed = secret === undefined ? undefined : await seal(secret, slot, await keyOf(database))
  await write(database, 'secrets', secrets =>
    sealed ? secrets.put(sealed, slot) : secrets.delete(slot),
  )
}

async function stored(database: IDBDatabase, slot: string) {
  const sealed = await read<Sealed>(database, 'secrets', slot)
  return sealed && { ...sealed, key: await read<CryptoKey>(database, 'keys', name) }
}

async function seal(secret: string, slot: string, key: CryptoKey): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, slot), key, bytesOf(secret))
  return { iv, sealed }
}

async function unsealed(found: Sealed & { key: CryptoKey | undefined }, slot: string) {
  const { iv, sealed, key } = found
  if (!key) throw new Error('its key is gone')
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, slot), key, sealed))
}

const algorithm = (iv: Sealed['iv'], slot: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(slot),
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The key, which is made by whoever needs it first. */
const keyOf = (database: IDBDatabase): Promise<CryptoKey> =>
  keptKey(database, name, () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  )
