import { expect, test } from 'vitest'
import { isolate, number, plural } from './format.ts'
import { compileMessage, compileTable } from './message.ts'

type Values = { [name: string]: string | number }

/** Runs what the plugin writes. */
const say = (message: string, values: Values = {}, locale = 'en') =>
  new Function('isolate', 'number', 'plural', `return ${compileMessage(message, locale)}`)(
    isolate,
    number,
    plural,
  )(values)

test('plain text, quotes and line breaks', () => {
  expect(say('It’s "here"\n\\ and `there`')).toBe('It’s "here"\n\\ and `there`')
})

test('values by name, also twice', () => {
  expect(say('{a} and {b}, {a}', { a: 'x', b: 2 })).toBe('x and 2, x')
})

test('a number sign is a number sign outside of plurals', () => {
  expect(say('#{n}', { n: 7 })).toBe('#7')
})

test.for([
  [1, '1 wallet found'],
  [0, '0 wallets found'],
  [21, '21 wallets found'],
] as const)('English plural of %s', ([count, said]) => {
  expect(say('{count, plural, one {# wallet} other {# wallets}} found', { count })).toBe(said)
})

test.for([
  [1, '1 portfel'],
  [3, '3 portfele'],
  [5, '5 portfeli'],
  [22, '22 portfele'],
] as const)('Polish plural of %s', ([count, said]) => {
  const message =
    '{n, plural, one {# portfel} few {# portfele} many {# portfeli} other {# portfela}}'
  expect(say(message, { n: count }, 'pl')).toBe(said)
})

test('values inside of plurals', () => {
  const message = '{n, plural, one {# in {place}} other {# in {place}, all}}'
  expect(say(message, { n: 2, place: 'Harbor' })).toBe('2 in Harbor, all')
})

test('where a language reads from the right, no name drags the signs at its end along', () => {
  expect(say('{a}.', { a: 'Dev (one)' }, 'ar')).toBe('\u2068Dev (one)\u2069.')
  expect(say('{a}.', { a: 'Dev (one)' })).toBe('Dev (one).')
})

test.for(['{', '}', '{a', 'a } b', '{a, plural, one {x}}', '{a, plural, other {x}', '{a, date}'])(
  '%s is refused when it is built',
  message => {
    expect(() => compileMessage(message, 'en')).toThrow(/^text: /)
  },
)

test('a table becomes an object of the same keys', () => {
  const code = compileTable({ a: { 'b-c': 'x' }, d: '{n}' }, 'en')
  const table = new Function('isolate', 'number', 'plural', `return ${code}`)(isolate, plural)
  expect([table.a['b-c'](), table.d({ n: 1 })]).toEqual(['x', '1'])
})
