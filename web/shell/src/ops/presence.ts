import type { Perform } from './Perform'

/**
 * Stream: `event` `left` and `resumed` as the page goes, into the back/forward cache, say, and comes back;
 * `hidden` and `visible`, `offline` and `online`. A page that is out of sight or has no network when
 * this begins is told of at once.
 */
export const watchPresence: Perform<'tab'> = (_, { signal, emit }) => {
  const tell = (name: string) => emit({ type: 'event', name })
  const on = (happened: string, name: string) =>
    addEventListener(happened, () => tell(name), { signal })
  on('pagehide', 'left')
  addEventListener('pageshow', ({ persisted }) => persisted && tell('resumed'), { signal })
  on('online', 'online')
  on('offline', 'offline')
  document.addEventListener('visibilitychange', () => tell(document.visibilityState), { signal })
  if (document.hidden) tell('hidden')
  if (!navigator.onLine) tell('offline')
}
