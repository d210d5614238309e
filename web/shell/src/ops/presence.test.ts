import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transition } from '../../test/otherTab'
import { runOps } from '../engine/runOps'
import type { Reply } from '../generated/Reply'
import { watchPresence } from './presence'

const replies: Reply[] = []
const running = runOps({ tab: watchPresence }, (_, reply) => replies.push(JSON.parse(reply)))
const told = () => replies.map(reply => (reply.type === 'event' ? reply.name : reply))

beforeEach(() => running.perform(1, '{"type":"tab"}'))
afterEach(() => {
  running.abortAll()
  replies.length = 0
  vi.restoreAllMocks()
})

test('tells that the page is left and back, not that it was loaded', () => {
  transition('pagehide')
  transition('pageshow')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(told()).toEqual(['left', 'resumed'])
})

test('tells whether it is seen', () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get')
  for (const state of ['hidden', 'visible'] as const) {
    seen.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  expect(told()).toEqual(['hidden', 'visible'])
})

test('tells at once that it is not seen', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  running.perform(2, '{"type":"tab"}')
  expect(told()).toEqual(['hidden'])
})

test('tells at once that there is no network', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  running.perform(2, '{"type":"tab"}')
  expect(told()).toEqual(['offline'])
})

test('tells whether there is a network', () => {
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  expect(told()).toEqual(['offline', 'online'])
})

test('aborted, it tells nothing', () => {
  running.perform(1, '{"type":"abort"}')
  transition('pagehide')
  transition('pageshow')
  dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told()).toEqual([])
})
