import { expect, test } from 'vitest'
import { age } from './age.ts'
import en from './en.json'
import { moreText } from './moreText.ts'
import { alertText, pageText } from './pageText.ts'
import { text } from './text.ts'

type Node = { [key: string]: Node | string }
type Compiled = { [key: string]: Compiled } | (() => string)

/** Every key of the table with what is under it in the compiled texts. */
function* leaves(table: Node, compiled: Compiled, path = ''): Generator<[string, string, unknown]> {
  for (const [key, value] of Object.entries(table)) {
    const under = (compiled as { [key: string]: Compiled })[key] as Compiled
    if (typeof value === 'string') yield [`${path}${key}`, value, under]
    else yield* leaves(value, under, `${path}${key}.`)
  }
}

const { page, alerts, more, ...views } = en
const all = [
  ...leaves(views, text as unknown as Compiled),
  ...leaves(page, pageText as unknown as Compiled),
  ...leaves(alerts, alertText as unknown as Compiled),
  ...leaves(more, moreText as unknown as Compiled),
]

test.for(all)('%s is said with all its values', ([, message, say]) => {
  const names = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name as string)
  const values = Object.fromEntries(names.map(name => [name, 7]))
  const said = (say as (values: object) => string)(values)
  expect(said).not.toBe('')
  expect(said).not.toMatch(/undefined|[{}]/)
})

test.for([
  [0, '0 sec'],
  [59, '59 sec'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 hr'],
  [86_400, '1 d'],
  [30 * 86_400, '1 mo'],
  [364 * 86_400, '12 mo'],
  [365 * 86_400, '1 yr'],
] as const)('after %s seconds: %s', ([seconds, said]) => {
  expect(age(1_000_000, 1_000_000 + seconds * 1000)).toBe(said)
})

test('a clock that went back makes nothing older', () => {
  expect(age(2000, 1000)).toBe('0 sec')
})
