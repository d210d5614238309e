import type { Reply } from '../generated/Reply'

/**
 * Why local storage refused. Merely naming `localStorage` throws where cookies are blocked, and
 * browsers do not agree on what a full storage throws.
 */
export function storageRefusal(error: unknown): Reply {
  const name = error instanceof Error ? error.name : ''
  return { type: 'failed', reason: /quota/i.test(name) ? 'quota' : 'blocked' }
}
