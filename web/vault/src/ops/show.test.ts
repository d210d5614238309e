import { afterEach, expect, test, vi } from 'vitest'
import { runOps } from '../../../shell/src/engine/runOps'
import type { Reply } from '../../../shell/src/generated/Reply'
import { createSecretPlaces } from './show'

const words = 'abandon ability able'

function page() {
  const places = createSecretPlaces(['words', 'code'])
  const replies: Reply[] = []
  const running = runOps({ show: places.show }, (_, reply) => replies.push(JSON.parse(reply)))
  const show = (slot: string, secret?: string) =>
    running.perform(1, JSON.stringify({ type: 'show', slot, ...(secret && { secret }) }))
  return { places, replies, show }
}

const list = () => document.createElement('ol')
const shown = (element: Element) => [...element.children].map(it => it.textContent)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a secret shows in the place that a view keeps for it, whichever of them is first', () => {
  const { places, replies, show } = page()
  const [early, late] = [list(), list()]
  places.keepPlace('words', early)
  expect(shown(early)).toEqual([])
  show('words', words)
  expect(shown(early)).toEqual(['abandon', 'ability', 'able'])
  places.keepPlace('words', late)
  expect(shown(late)).toEqual(['abandon', 'ability', 'able'])
  expect(replies).toEqual([{ type: 'done' }])
})

test('it shows in no other place, and nothing in it is read as a page', () => {
  const { places, show } = page()
  const [own, early, late] = [list(), list(), list()]
  places.keepPlace('words', own)
  places.keepPlace('code', early)
  show('words', '<img/src=x> b')
  places.keepPlace('code', late)
  expect(shown(own)).toEqual(['<img/src=x>', 'b'])
  expect(own.querySelector('img')).toBeNull()
  expect([early, late].map(shown)).toEqual([[], []])
})

test('a secret without a place is kept nowhere', async () => {
  const { places, replies, show } = page()
  show('elsewhere', words)
  expect(replies).toEqual([{ type: 'failed', reason: 'there is no place elsewhere' }])
  const element = list()
  places.keepPlace('elsewhere', element)
  expect(shown(element)).toEqual([])
  await expect(places.copy('elsewhere')).rejects.toThrow('nothing to copy')
})

test('it is gone when it is taken away, and when its place is', async () => {
  const { places, show } = page()
  const element = list()
  const remove = places.keepPlace('words', element)
  show('words', words)
  show('words')
  expect(shown(element)).toEqual([])
  await expect(places.copy('words')).rejects.toThrow('nothing to copy')
  show('words', words)
  remove()
  expect(shown(element)).toEqual([])
})

test('it is copied as it is, and taken from the clipboard after a minute', async () => {
  vi.useFakeTimers()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { places, show } = page()
  show('words', words)
  await places.copy('words')
  expect(write.mock.calls).toEqual([[words]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(write.mock.calls).toEqual([[words], ['']])
})
