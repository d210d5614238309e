import pseudo from 'virtual:latchkit-text/ar-XB/first'
import * as alerts from 'virtual:latchkit-text/en/alerts'
import * as embedded from 'virtual:latchkit-text/en/embedded'
import entry from 'virtual:latchkit-text/en/entry'
import first from 'virtual:latchkit-text/en/first'
import lazy from 'virtual:latchkit-text/en/lazy'
import * as notice from 'virtual:latchkit-text/en/notice'
import spend from 'virtual:latchkit-text/en/spend'
import { expect, test } from 'vitest'
import { views as entryViews } from '../views/entryViews.ts'
import { firstViews } from '../views/firstViews.ts'
import { views as lazyViews } from '../views/lazyViews.ts'
import { Resend } from '../views/Resend.tsx'
import { views as spendViews, tabs } from '../views/spendViews.ts'
import { age } from './age.ts'
import en from './en.json'

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

const { page, alerts: ofAlerts, notice: ofNotice, embedded: ofEmbedded, ...views } = en
const all = [
  ...leaves(views, { ...first, ...lazy, ...spend, ...entry } as unknown as Compiled),
  ...leaves({ loadFailed: page.loadFailed }, first as unknown as Compiled),
  ...leaves(ofAlerts, alerts as unknown as Compiled),
  ...leaves(ofNotice, notice as unknown as Compiled),
  ...leaves(ofEmbedded, embedded as unknown as Compiled),
]

test.for(all)('%s is said with all its values', ([, message, say]) => {
  const names = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name as string)
  const values = Object.fromEntries(names.map(name => [name, 7]))
  const said = (say as (values: object) => string)(values)
  expect(said).not.toBe('')
  expect(said).not.toMatch(/undefined|[{}]/)
})

test('the texts of a view are where the view is', () => {
  expect(Object.keys(lazy).filter(name => !(name in lazyViews))).toEqual([])
  expect(Object.keys(first).filter(name => name in lazyViews)).toEqual([])
  const parts = Object.values(tabs).map(({ name }) => name)
  expect(Object.keys(spend).filter(name => !(name in spendViews) && !parts.includes(name))).toEqual(
    [],
  )
  expect(Object.keys(entry).filter(name => !(name in entryViews) && name !== Resend.name)).toEqual(
    [],
  )
  expect(Object.keys(firstViews).filter(name => !(name in first))).toEqual([])
})

test('numbers in sentences are grouped as their language does', () => {
  expect(first.Connect.found({ count: 1 })).toBe('1 wallet to choose from')
  expect(first.Connect.found({ count: 1200 })).toBe('1,200 wallets to choose from')
})

test('the language for tests has no letter of English', () => {
  expect(first.dialog.tryAgain()).toBe('Try again')
  expect(pseudo.dialog.tryAgain()).toBe('Ţŕý àĝàîñ ···')
  expect(pseudo.Connect.found({ count: 2 })).not.toMatch(/[A-Za-z]/)
  expect(pseudo.Connect.legal.agree.terms()).toContain('<terms>Ţéŕɱš</terms>')
})

test.for([
  [0, '0\u00a0sec'],
  [59, '59\u00a0sec'],
  [60, '1\u00a0min'],
  [3599, '59\u00a0min'],
  [3600, '1\u00a0hr'],
  [86_400, '1\u00a0d'],
  [30 * 86_400, '1\u00a0mo'],
  [364 * 86_400, '12\u00a0mo'],
  [365 * 86_400, '1\u00a0yr'],
] as const)('after %s seconds: %s', ([seconds, said]) => {
  expect(age(first.age, 1_000_000, 1_000_000 + seconds * 1000)).toBe(said)
})

test('a clock that went back makes nothing older', () => {
  expect(age(first.age, 2000, 1000)).toBe('0\u00a0sec')
})
