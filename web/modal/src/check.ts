import type { OptionIssue } from './LatchkitConfigError'

/** Looks at a value that is there, and says what is wrong with it. */
export type Check = (value: unknown, path: string) => OptionIssue[]

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const issue = (path: string, message: string): OptionIssue[] => [{ path, message }]

const kind =
  (expected: string): Check =>
  (value, path) =>
    kindOf(value) === expected ? [] : issue(path, `Expected ${expected}, received ${kindOf(value)}`)

/** Checks the second only where the first found nothing. */
const then =
  (first: Check, second: Check): Check =>
  (value, path) => {
    const issues = first(value, path)
    return issues.length > 0 ? issues : second(value, path)
  }

export const text = kind('string')
export const flag = kind('boolean')
export const object = kind('object')

/** A number from `least` to `most`. */
export const number = (least: number, most: number): Check =>
  then(kind('number'), (value, path) => {
    if (!((value as number) >= least))
      return issue(path, `Number must be greater than or equal to ${least}`)
    return (value as number) > most
      ? issue(path, `Number must be less than or equal to ${most}`)
      : []
  })

/** One of a few values. */
export const oneOf =
  (...values: unknown[]): Check =>
  (value, path) => {
    if (values.includes(value)) return []
    if (typeof value !== typeof values[0]) return kind(typeof values[0])(value, path)
    const expected = values.map(one => `'${one}'`).join(' | ')
    return issue(path, `Invalid enum value. Expected ${expected}, received '${value}'`)
  }

/** Text of a form; `form` says which. */
export const like = (pattern: RegExp, form: string): Check =>
  then(text, (value, path) =>
    pattern.test(value as string) ? [] : issue(path, `Invalid input: ${form}`),
  )

/** An address on the web; one without origin is taken from the page's. */
export const webAddress = like(/^(https?:\/\/|\/(?!\/)|\.\.?\/)/, 'a URL')

/** A list of at least `least`. */
export const list = (item: Check, least = 0): Check =>
  then(kind('array'), (value, path) => {
    const items = value as unknown[]
    return items.length < least
      ? issue(path, `Array must contain at least ${least} element(s)`)
      : items.flatMap((one, index) => required(item)(one, `${path}[${index}]`))
  })

/** An object with any keys. */
export const table = (item: Check): Check =>
  then(object, (value, path) =>
    Object.entries(value as object).flatMap(([key, one]) => required(item)(one, `${path}.${key}`)),
  )

/** An object with known keys; those in `needed` must be there. */
export const fields = (checks: { [key: string]: Check }, needed: readonly string[] = []): Check =>
  then(object, (value, path) => {
    const record = value as { [key: string]: unknown }
    const prefix = path ? `${path}.` : ''
    return Object.entries(checks).flatMap(([key, check]) =>
      needed.includes(key)
        ? required(check)(record[key], prefix + key)
        : optional(check)(record[key], prefix + key),
    )
  })

/** Any of several; the message of none of them fits. */
export const either =
  (...checks: Check[]): Check =>
  (value, path) =>
    checks.some(check => check(value, path).length === 0) ? [] : issue(path, 'Invalid input')

const required =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? issue(path, 'Required') : check(value, path)

const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? [] : check(value, path)
