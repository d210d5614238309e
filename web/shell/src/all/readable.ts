import { base64 } from './base64'

/** More than a wallet ever says; a value beyond is not one. */
const deepest = 64
const mostParts = 100_000
const mostCharacters = 1_000_000
const mostBits = 1024

/** The length of bytes, whatever an object that extends them says of itself. */
const { get: lengthOf } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  'length',
) as { get(): number }

/**
 * A copy of what a stranger handed us that JSON can hold, or `undefined` if there is none: cycles,
 * getters that throw, revoked proxies, endless values, texts of a million characters.
 *
 * `bigint` becomes decimal text, bytes become base64, an `Error` keeps `message`, `code` and `data`;
 * what JSON has no word for (`undefined`, functions, symbols, NaN) becomes null, and is left out of
 * objects.
 */
export function readable(value: unknown): { value: unknown } | undefined {
  const path = new Set<object>()
  let parts = 0
  let characters = 0

  /** Before it is copied: the copy of what is too long would be the harm. */
  function count(length: number) {
    characters += length
    if (++parts > mostParts || characters > mostCharacters) throw new Error('endless')
  }

  function copy(part: unknown): unknown {
    count(typeof part === 'string' ? part.length : 0)
    if (typeof part !== 'object' || part === null) return copyWord(part)
    if (path.has(part) || path.size >= deepest) throw new Error('circular')
    path.add(part)
    const copied = copyObject(part)
    path.delete(part)
    return copied
  }

  function copyObject(part: object): unknown {
    if (part instanceof Uint8Array) {
      count(lengthOf.call(part))
      return base64(new Uint8Array(part))
    }
    if (part instanceof Date) {
      const ms = Date.prototype.getTime.call(part)
      return Number.isNaN(ms) ? null : new Date(ms).toISOString()
    }
    if (Array.isArray(part)) return Array.from(part, copy)
    const hidden = part instanceof Error ? ['message', 'code', 'data'] : []
    const keys = new Set([...hidden, ...Object.keys(part)])
    const entries = [...keys].map(key => [key, (part as Record<string, unknown>)[key]] as const)
    // `fromEntries` defines `__proto__` like any other key, where an assignment would not.
    return Object.fromEntries(
      entries
        .filter(([, field]) => !['undefined', 'function', 'symbol'].includes(typeof field))
        .map(([key, field]) => {
          count(key.length)
          return [key, copy(field)]
        }),
    )
  }

  try {
    return { value: copy(value) }
  } catch {
    return undefined
  }
}

function copyWord(part: unknown): string | number | boolean | null {
  switch (typeof part) {
    case 'string':
    case 'boolean':
      return part
    case 'bigint':
      if (BigInt.asIntN(mostBits, part) !== part) throw new Error('endless')
      return String(part)
    case 'number':
      return Number.isFinite(part) ? part : null
    default:
      return null
  }
}
