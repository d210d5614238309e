import { afterEach, expect, test, vi } from 'vitest'
import { takeWayBack } from './takeWayBack'

const key = '@latchkit/default:way-back'
const left = '{"v":1,"value":{"wallet":"a","atMs":"1700000000000"}}'
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('is taken once, by its own instance', () => {
  sessionStorage.setItem(key, left)
  expect(takeWayBack('other')).toBeFalsy()
  expect(takeWayBack('default')).toBe(left)
  expect(takeWayBack('default')).toBeFalsy()
})

test('what all tabs share is none', () => {
  localStorage.setItem(key, left)
  expect(takeWayBack('default')).toBeFalsy()
})

test.for<[string, string, string | undefined]>([
  ['is empty', '', ''],
  ['is too long', 'a'.repeat(513), undefined],
  ['is huge', '['.repeat(2_000_000), undefined],
  ['is as long as it may be', 'a'.repeat(512), 'a'.repeat(512)],
  ['cannot be read', '{"v":1,"va', '{"v":1,"va'],
  ['is half a character', '\ud800', '\ud800'],
])('one that %s is there no more', ([, stored, taken]) => {
  sessionStorage.setItem(key, stored)
  expect(takeWayBack('default')).toBe(taken)
  expect(sessionStorage).toHaveLength(0)
})

test('where session storage is blocked there is none, and nothing is thrown', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  expect(takeWayBack('default')).toBeFalsy()
})
