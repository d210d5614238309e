/** A later chunk of views, as far as it is there. */
export interface LazyChunk<T> {
  get(): T | 'loading' | 'failed'
  /** Calls `listener` after every change. Returns the unsubscribe. */
  subscribe(listener: () => void): () => void
  /** Loads it, or tries again; does nothing while it loads and once it is there. */
  load(): void
}

/** What is there before the dialog needs it, if `bring` is fast enough. */
export function createLazyChunk<T extends object>(bring: () => Promise<T>): LazyChunk<T> {
  let now: T | 'loading' | 'failed' = 'loading'
  let isAsked = false
  const listeners = new Set<() => void>()
  const become = (next: typeof now) => {
    now = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      if (isAsked) return
      isAsked = true
      if (now !== 'loading') become('loading')
      bring().then(become, (error: unknown) => {
        // Nobody misses yet what was only brought ahead of time.
        if (listeners.size > 0) console.error('[latchkit]', error)
        isAsked = false
        become('failed')
      })
    },
  }
}

/** Resolves when it is there; rejects where it does not load. */
export const arrival = <T extends object>(chunk: LazyChunk<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const now = chunk.get()
      if (typeof now === 'object') resolve(now)
      if (now === 'failed') reject(new Error('The modal in its place did not load.'))
    }
    chunk.subscribe(look)
    chunk.load()
    look()
  })
