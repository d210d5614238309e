/**
 * The database `latchkit` of this origin: its store `secrets` holds what is sealed, its store `keys` the keys that no
 * script is given the bytes of.
 */
const stores = ['keys', 'secrets'] as const

type StoreName = (typeof stores)[number]

/** Some browsers never answer who opens a database. */
const openMs = 3_000

/**
 * Opens the database for each act and closes it again: nothing of it is held while the page is left. Where
 * it cannot be opened once it is not tried again, unless it answers after all, which `onLate` hears: a
 * page may have been busy for that long.
 */
export function opener(
  onLate?: () => void,
): <T>(act: (database: IDBDatabase) => Promise<T>) => Promise<T> {
  let isMissing = false
  return async act => {
    if (isMissing) throw new Error('there is no database')
    const database = await opened(() => {
      isMissing = false
      onLate?.()
    }).catch((error: unknown) => {
      isMissing = true
      throw error
    })
    try {
      return await act(database)
    } finally {
      database.close()
    }
  }
}

function opened(onLate: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('latchkit', 1)
    const limit = setTimeout(() => {
      request.onsuccess = () => {
        request.result.close()
        onLate()
      }
      reject(new Error('no answer'))
    }, openMs)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      clearTimeout(limit)
      resolve(request.result)
    }
    request.onerror = () => {
      clearTimeout(limit)
      reject(request.error)
    }
  })
}

/** What a store has under a key. */
export function read<T>(
  database: IDBDatabase,
  store: StoreName,
  key: string,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).get(key)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Changes a store, whole or not at all. */
export function write(
  database: IDBDatabase,
  store: StoreName,
  change: (store: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    change(transaction.objectStore(store))
  })
}

/** A key by its name, which `make` makes for whoever needs it first. */
export async function keptKey<T extends CryptoKey | CryptoKeyPair>(
  database: IDBDatabase,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = await read<T>(database, 'keys', name)
  if (known) return known
  const made = await make()
  // Another tab may have made one meanwhile, which then stays.
  await write(database, 'keys', keys => {
    const asked = keys.get(name)
    asked.addEventListener('success', () => asked.result ?? keys.put(made, name))
  })
  return (await read<T>(database, 'keys', name)) ?? made
}
