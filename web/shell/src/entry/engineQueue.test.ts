import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askWaitMs, type LoadedEngine } from '../all/EngineQueue'
import { createEngineQueue } from './engineQueue'

const heard: string[] = []
const bridge: LoadedEngine = {
  send: intent => void heard.push(intent.type),
  ask: async request => {
    heard.push(JSON.stringify(request))
    return 'answer'
  },
  wake: async () => void heard.push('wake'),
  isAwake: () => true,
  destroy: () => void heard.push('destroy'),
}

beforeEach(() => {
  heard.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('loads nothing by itself', () => {
  const load = vi.fn(async () => bridge)
  const queue = createEngineQueue(load)
  expect(queue.isAwake()).toBe(false)
  expect(load).not.toHaveBeenCalled()
})

test('holds intents and asks in order until the bridge is there, then steps aside', async () => {
  const { promise, resolve } = Promise.withResolvers<LoadedEngine>()
  const load = vi.fn(() => promise)
  const queue = createEngineQueue(load)
  queue.send({ type: 'open' })
  const answer = queue.ask({ a: 1 })
  queue.send({ type: 'close' })
  expect(heard).toEqual([])
  resolve(bridge)
  expect(await answer).toBe('answer')
  expect(heard).toEqual(['open', '{"a":1}', 'close'])
  expect(queue.isAwake()).toBe(true)
  queue.send({ type: 'back' })
  expect(heard.at(-1)).toBe('back')
  expect(load).toHaveBeenCalledOnce()
})

test('an ask waits 20 s for the engine, is rejected with −32603, and is not asked later', async () => {
  const { promise, resolve } = Promise.withResolvers<LoadedEngine>()
  const queue = createEngineQueue(() => promise)
  const asked = queue.ask({ a: 1 }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(askWaitMs)
  expect(await asked).toEqual({
    code: -32603,
    message: 'The wallet connection did not load within 20 seconds',
  })
  resolve(bridge)
  await queue.wake()
  expect(heard).toEqual(['wake'])
})

test('the time that an ask waited for the engine to be loaded counts', async () => {
  const { promise, resolve } = Promise.withResolvers<LoadedEngine>()
  const queue = createEngineQueue(() => promise)
  const asked = Date.now()
  const answer = queue.ask({})
  await vi.advanceTimersByTimeAsync(15_000)
  const ask = vi.fn(async () => 'answer')
  resolve({ ...bridge, ask })
  await answer
  expect(ask).toHaveBeenCalledWith({}, asked + askWaitMs)
})

test('once it is handed over, an answer may take as long as a person does', async () => {
  const queue = createEngineQueue(async () => ({ ...bridge, ask: () => new Promise(() => {}) }))
  const settled = vi.fn()
  queue.ask({}).then(settled, settled)
  await vi.advanceTimersByTimeAsync(askWaitMs * 10)
  expect(settled).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('a load that fails rejects what waits and is tried again at the next need', async () => {
  const load = vi.fn(async () => bridge).mockRejectedValueOnce(new Error('offline'))
  const queue = createEngineQueue(load)
  queue.send({ type: 'open' })
  await expect(queue.ask({})).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('offline'),
  })
  await queue.wake()
  expect(load).toHaveBeenCalledTimes(2)
  expect(heard).toEqual(['wake'])
  expect(vi.getTimerCount()).toBe(0)
})

test('destroy rejects what waits, and ends a bridge that comes later', async () => {
  const { promise, resolve } = Promise.withResolvers<LoadedEngine>()
  const queue = createEngineQueue(() => promise)
  const asked = queue.ask({}).catch((error: unknown) => error)
  queue.destroy()
  expect(await asked).toMatchObject({ code: -32603 })
  expect(vi.getTimerCount()).toBe(0)
  resolve(bridge)
  await promise
  expect(heard).toEqual(['destroy'])
  await expect(queue.wake()).rejects.toThrow('destroyed')
})
