import { expect, test } from 'vitest'
import { isolate, plain, shorten } from './format.ts'

test('a plain name stays what it is', () => {
  expect(isolate('Harbor')).toBe('Harbor')
  expect(isolate(42)).toBe('42')
})

test('a name cannot turn our words around', () => {
  expect(isolate('Harbor\u202e\u2069\u061cevil')).toBe('Harborevil')
  expect(plain('\u202eHarbor')).toBe('Harbor')
})

test('a name that is written from right to left is kept apart', () => {
  expect(isolate('محفظة')).toBe('\u2068محفظة\u2069')
  expect(isolate('ארנק')).toBe('\u2068ארנק\u2069')
})

test.for([
  ['Harbor', 'Harbor'],
  ['  Harbor ', 'Harbor'],
  ['Exactly twenty chars', 'Exactly twenty chars'],
  ['The Extraordinarily Long Named Wallet', 'The Extraordinarily…'],
  ['🦊'.repeat(30), `${'🦊'.repeat(19)}…`],
])('%s is short as %s', ([name, short]) => {
  expect(shorten(name as string)).toBe(short)
})
