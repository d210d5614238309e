import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, options, store } from '../../test/fakes'
import { readSnapshot } from '../all/snapshot'
import type { LatchkitOptions } from '../entry/options'
import { readOptions } from '../entry/options'
import { pageOf } from './page'

let warned: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

/** What an engine of this instance starts from. */
function boot(instance: string, more: Partial<LatchkitOptions> = {}) {
  const page = pageOf({
    name: instance,
    settings: () => readOptions(options({ ...more, instance })),
    snapshot: tell => readSnapshot(instance, tell),
    store: { get: () => ({}) as never, publish: () => {} },
    first: () => undefined,
    keep: () => undefined,
  })
  return JSON.parse(page.boot())
}

test('an engine starts from the options and from what is stored', () => {
  const whole = { accounts: { eip155: account() }, active: 'eip155:1' }
  store(whole)
  expect(boot('default')).toMatchObject({ instance: 'default', snapshot: whole })
  expect(boot('other')).not.toHaveProperty('snapshot')
  expect(warned).not.toHaveBeenCalled()
})

test.for<[string, string]>([
  ['is one', '{"v":1,"value":{"wallet":"a","atMs":"1700000000000"}}'],
  ['cannot be read', '{"v":2,'],
])('a way back that %s is handed to one engine, and gone', ([, left]) => {
  sessionStorage.setItem('@latchkit/default:way-back', left)
  expect(boot('other')).not.toHaveProperty('wayBack')
  expect(boot('default')).toHaveProperty('wayBack', left)
  expect(sessionStorage).toHaveLength(0)
  expect(boot('default')).not.toHaveProperty('wayBack')
  expect(warned).not.toHaveBeenCalled()
})

test('a way back that is too long reaches no engine, and is gone', () => {
  sessionStorage.setItem('@latchkit/default:way-back', ' '.repeat(1_000_000))
  expect(boot('default')).not.toHaveProperty('wayBack')
  expect(sessionStorage).toHaveLength(0)
})

test('what is stored and cannot be read is warned of once, unless the host wants to hear nothing', () => {
  localStorage.setItem('@latchkit/broken:snapshot', '{"v":2}')
  expect(boot('broken', { debug: false })).not.toHaveProperty('snapshot')
  expect(warned).not.toHaveBeenCalled()
  boot('broken')
  boot('broken')
  expect(warned.mock.calls).toEqual([
    [
      '[latchkit] The stored item @latchkit/broken:snapshot is broken or newer than this version; ignored.',
    ],
  ])
})
