import type { OptionIssue } from '../entry/LatchkitConfigError'

/** Says what is wrong with a value that is there; nothing if it is right. */
export type Rule = (value: unknown) => string | undefined

/** How a value must be: by a rule, as a list of what is in it, or as an object with these fields. */
export type Shape = Rule | readonly [Shape] | { readonly [name: string]: Shape }

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

export const kind =
  (expected: string): Rule =>
  value =>
    kindOf(value) === expected ? undefined : `Expected ${expected}, received ${kindOf(value)}`

/** An integer from 0 to `most`. */
export const upTo =
  (most: number): Rule =>
  value =>
    kind('number')(value) ??
    (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? undefined
      : `Expected integer from 0 to ${most}, received ${value}`)

/** Text of a form; `form` says which. */
export const like =
  (pattern: RegExp, form: string): Rule =>
  value =>
    kind('string')(value) ?? (pattern.test(value as string) ? undefined : `Invalid input: ${form}`)

/** Whether it is a language by its BCP 47 tag, as `Intl` takes it. */
export function isLanguage(value: unknown): value is string {
  try {
    return !!new Intl.Locale(value as string)
  } catch {
    return false
  }
}

/** One of these words. */
export const oneOf =
  (...words: readonly string[]): Rule =>
  value =>
    words.includes(value as string)
      ? undefined
      : `Invalid enum value. Expected ${words.map(word => `'${word}'`).join(' | ')}, received '${value}'`

/** An address, as a browser resolves it on a page. */
export const address = like(/^(https?:\/\/|\/(?!\/)|\.\.?\/)/, 'a URL')

/** All that is wrong with a value. Fields that the shape does not name are not looked at. */
export function issuesOf(value: unknown, shape: Shape, path = ''): OptionIssue[] {
  const isList = Array.isArray(shape)
  const rule = typeof shape === 'function' ? shape : kind(isList ? 'array' : 'object')
  const message = value === undefined ? 'Required' : rule(value)
  if (message) return [{ path: path || 'options', message }]
  if (isList)
    return [...(value as unknown[])].flatMap((item, at) =>
      issuesOf(item, shape[0], `${path}[${at}]`),
    )
  return Object.entries(shape).flatMap(([name, inner]) =>
    issuesOf(
      (value as { readonly [name: string]: unknown })[name],
      inner,
      path ? `${path}.${name}` : name,
    ),
  )
}
