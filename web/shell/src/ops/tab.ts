import type { Perform } from './Perform'
import { watchPresence } from './presence'

/**
 * Stream: what {@link watchPresence} tells; `event` `stored` with `{key, value}` for each item that another tab
 * writes under a key that begins with `prefix`, null for one it removes; `event` `resumed`, to look at all of
 * them anew, also when another tab clears the storage.
 */
export const watchTab =
  (prefix: string): Perform<'tab'> =>
  (op, context) => {
    const { signal, emit } = context
    const stored = ({ key, newValue, storageArea }: StorageEvent) => {
      if (storageArea !== localStorage) return
      if (key === null) emit({ type: 'event', name: 'resumed' })
      else if (key.startsWith(prefix))
        emit({ type: 'event', name: 'stored', value: { key, value: newValue } })
    }
    addEventListener('storage', stored, { signal })
    return watchPresence(op, context)
  }
