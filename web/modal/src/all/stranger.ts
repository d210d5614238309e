import { unsupported } from './failures'

/** Whether something has fields that can be read. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

/** What a stranger's object holds at a path; nothing where it ends early or a getter throws. */
export function at(object: unknown, ...path: string[]): unknown {
  try {
    return path.reduce(
      (value, name) => (value as { [name: string]: unknown } | null)?.[name],
      object,
    )
  } catch {
    return undefined
  }
}

/** Text that says something, at a path. */
export function textAt(object: unknown, ...path: string[]): string | undefined {
  const value = at(object, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A list at a path, as an array of our own; empty where there is none. */
export function listAt(object: unknown, ...path: string[]): unknown[] {
  try {
    const value = at(object, ...path)
    return Array.isArray(value) ? Array.from(value) : []
  } catch {
    return []
  }
}

/** Whether there is something to call. */
export const can = (object: unknown, name: string): boolean =>
  typeof at(object, name) === 'function'

/** Calls a stranger's method. Throws 4200 if it has none, or whatever the stranger throws. */
export function call(object: unknown, name: string, ...input: unknown[]): unknown {
  if (!can(object, name)) throw unsupported(name)
  return (object as { [name: string]: (...input: unknown[]) => unknown })[name]?.(...input)
}

/** Does what a stranger may spoil; nothing where it threw. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
