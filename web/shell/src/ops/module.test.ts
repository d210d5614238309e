import { expect, test, vi } from 'vitest'
import type { Host } from '../engine/Engine'
import { runOps } from '../engine/runOps'
import type { Reply } from '../generated/Reply'
import { askModule, type LoadModule, loadModule } from './module'

const host: { current?: Host } = {}
const heard: string[] = []

function page(load: LoadModule) {
  const replies: unknown[] = []
  const running = runOps({ module: askModule({ echo: load }) }, (id, reply) => {
    replies.push([id, JSON.parse(reply)])
  })
  return {
    replies,
    ask: (id: number, name = 'echo') =>
      running.perform(id, JSON.stringify({ type: 'module', name, ask: JSON.stringify({ id }) })),
    abort: (id: number) => running.perform(id, '{"type":"abort"}'),
  }
}

const echo: LoadModule = async () => ({
  ops: {},
  start(given) {
    host.current = given
    return {
      ask: (id, request) => {
        if (request.includes('13')) throw new WebAssembly.RuntimeError('unreachable')
        given.answer(id, request)
        given.answer(id, request)
      },
      cancel: id => void heard.push(`cancel ${id}`),
      reply: () => {},
    }
  },
})

const loaded = () => new Promise(resolve => setTimeout(resolve))

test('is loaded at the first ask, once, and its answers are a stream', async () => {
  const load = vi.fn(echo)
  const { replies, ask, abort } = page(load)
  expect(load).not.toHaveBeenCalled()
  ask(1)
  ask(2)
  await loaded()
  expect(load).toHaveBeenCalledOnce()
  const value = (id: number) => [id, { type: 'value', value: { id } }]
  expect(replies).toEqual([value(1), value(1), value(2), value(2)])
  abort(1)
  expect(heard).toEqual(['cancel 1'])
})

test('is loaded ahead without being started', async () => {
  const start = vi.fn()
  const load = vi.fn(async () => ({ ops: {}, start }))
  const replies: string[] = []
  const running = runOps({ loadModule: loadModule({ echo: load }) }, (_, reply) => {
    replies.push(reply)
  })
  const perform = (name: string) => running.perform(1, JSON.stringify({ type: 'loadModule', name }))
  perform('echo')
  await loaded()
  expect(load).toHaveBeenCalledOnce()
  expect(start).not.toHaveBeenCalled()
  load.mockRejectedValueOnce(new Error('gone'))
  perform('echo')
  perform('unknown')
  await loaded()
  expect(load).toHaveBeenCalledTimes(2)
  expect(replies).toEqual(Array(3).fill('{"type":"done"}'))
})

test('has the ops that it is granted, and no others', async () => {
  const replies: string[] = []
  const load: LoadModule = async () => ({
    ops: { now: (_, { reply }) => reply({ type: 'time', ms: '1' }) },
    start: given => ({
      cancel: () => {},
      ask: () => {
        given.perform(1, '{"type":"now"}')
        given.perform(2, '{"type":"read","key":"a"}')
      },
      reply: (id, reply) => void replies.push(`${id} ${(JSON.parse(reply) as Reply).type}`),
    }),
  })
  const { ask } = page(load)
  ask(1)
  await loaded()
  expect(replies).toEqual(['1 time', '2 failed'])
})

test('an unknown one fails; one that cannot be loaded fails and is tried again', async () => {
  const load = vi.fn(echo).mockRejectedValueOnce(new Error('offline'))
  const { replies, ask } = page(load)
  ask(1, 'nothing')
  ask(2)
  await loaded()
  ask(3)
  await loaded()
  expect(replies).toEqual([
    [1, { type: 'failed', reason: 'there is no module nothing' }],
    [2, { type: 'failed', reason: 'offline' }],
    [3, { type: 'value', value: { id: 3 } }],
    [3, { type: 'value', value: { id: 3 } }],
  ])
})

test('one that traps fails its asks and is loaded afresh', async () => {
  const load = vi.fn(echo)
  const { replies, ask } = page(load)
  ask(13)
  await loaded()
  expect(replies).toEqual([[13, { type: 'failed', reason: 'RuntimeError: unreachable' }]])
  ask(1)
  await loaded()
  expect(load).toHaveBeenCalledTimes(2)
  expect(replies).toHaveLength(3)
})

test('who asked while it was loaded hears that it ended', async () => {
  const { replies, ask } = page(echo)
  ask(13)
  ask(1)
  await loaded()
  expect(replies).toEqual([
    [13, { type: 'failed', reason: 'RuntimeError: unreachable' }],
    [1, { type: 'failed', reason: 'the module has ended' }],
  ])
})
