import { itemUnreadable, itemVersion } from '../generated/items'

/**
 * What is stored under a key, read at once. Nothing where there is none, where storage is blocked, and
 * where it is broken or of a newer version: whoever wants to hear of that gives `tell`.
 */
export function readStored<T>(
  key: string,
  isWhole: (value: T) => boolean,
  tell?: (key: string) => void,
): T | undefined {
  let text: string | null | undefined
  try {
    text = localStorage.getItem(key)
    const { v, value } = JSON.parse(text ?? '') as { v: unknown; value: T }
    if (v === itemVersion && isWhole(value)) return value
  } catch {
    // Storage is blocked, or there is nothing that can be read.
  }
  if (typeof text === 'string') tell?.(key)
  return undefined
}

/** What the host's developer is told of an item that cannot be read. */
export const unreadable = (key: string): string => `The stored item ${key}${itemUnreadable}`

/** Stores an item whole. Storage that is full or blocked is no failure: an item is only a convenience. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify({ v: itemVersion, value }))
  } catch {
    // There is nobody to tell.
  }
}
