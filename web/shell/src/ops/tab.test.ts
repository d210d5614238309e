import { afterEach, expect, test, vi } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Reply } from '../generated/Reply'
import { watchTab } from './tab'

const prefix = '@latchkit/default:'
const replies: Reply[] = []
const running = runOps({ tab: watchTab(prefix) }, (_, reply) => replies.push(JSON.parse(reply)))
const start = () => running.perform(1, '{"type":"tab"}')
const write = (key: string | null, newValue: string | null, storageArea = localStorage) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea }))
const show = (persisted: boolean) =>
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))

afterEach(() => {
  running.abortAll()
  replies.length = 0
})

test('tells what another tab stores under our keys, and nothing else', () => {
  start()
  write(`${prefix}snapshot`, '{"v":1}')
  write(`${prefix}active-network`, null)
  write('@latchkit/other:snapshot', '{}')
  write('theirs', '{}')
  write(`${prefix}snapshot`, '{}', sessionStorage)
  expect(replies).toEqual([
    { type: 'event', name: 'stored', value: { key: `${prefix}snapshot`, value: '{"v":1}' } },
    { type: 'event', name: 'stored', value: { key: `${prefix}active-network`, value: null } },
  ])
})

test('another tab that clears the storage has all of it looked at anew', () => {
  start()
  write(null, null, sessionStorage)
  expect(replies).toEqual([])
  write(null, null)
  expect(replies).toEqual([{ type: 'event', name: 'resumed' }])
})

test('tells that the page is back from the back/forward cache, not that it was loaded', () => {
  start()
  show(false)
  expect(replies).toEqual([])
  show(true)
  expect(replies).toEqual([{ type: 'event', name: 'resumed' }])
})

test('aborted, it listens no more', () => {
  start()
  running.perform(1, '{"type":"abort"}')
  write(`${prefix}snapshot`, '{}')
  show(true)
  expect(replies).toEqual([])
})

test('tells how the page is there, too', () => {
  start()
  for (const state of ['hidden', 'visible'] as const) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  vi.restoreAllMocks()
  dispatchEvent(new Event('offline'))
  const told = ['hidden', 'visible', 'offline'].map(name => ({ type: 'event', name }))
  expect(replies).toEqual(told)
})
