import type { Perform } from './Perform'

/**
 * Stream: `event` `stored` with `{key, value}` for each item that another tab writes under a key that
 * begins with `prefix`, null for one it removes; `event` `resumed`, to look at all of them anew, when
 * another tab clears the storage, and when the page comes back from the back/forward cache; `hidden` and
 * `visible` as it goes out of sight and comes back.
 */
export const watchTab =
  (prefix: string): Perform<'tab'> =>
  (_, { signal, emit }) => {
    const stored = ({ key, newValue, storageArea }: StorageEvent) => {
      if (storageArea !== localStorage) return
      if (key === null) emit({ type: 'event', name: 'resumed' })
      else if (key.startsWith(prefix))
        emit({ type: 'event', name: 'stored', value: { key, value: newValue } })
    }
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) emit({ type: 'event', name: 'resumed' })
    }
    const seen = () => emit({ type: 'event', name: document.visibilityState })
    addEventListener('storage', stored, { signal })
    document.addEventListener('visibilitychange', seen, { signal })
    addEventListener('pageshow', shown, { signal })
  }
