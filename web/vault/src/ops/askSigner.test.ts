import { expect, test, vi } from 'vitest'
import { runOps } from '../../../shell/src/engine/runOps'
import type { Reply } from '../../../shell/src/generated/Reply'
import { createSigner } from './askSigner'

const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))

/** What stands for the worker: it answers with what it was asked, traps at `trap`, and is silent at `silence`. */
const WORKER = `
let module
let asked = 0
onmessage = ({ data }) => {
  if (data.module) module = data.module
  else if (data.ask === 'trap') throw new WebAssembly.RuntimeError('unreachable')
  else if (data.ask !== 'silence')
    postMessage({ id: data.id, answer: data.ask + (module instanceof WebAssembly.Module) + ++asked, ...(data.secret && { secret: data.secret }) })
}`

const source = (code: string) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))

function page(code = WORKER, load = vi.fn(async () => module)) {
  const replies: [number, Reply][] = []
  const workers: Worker[] = []
  const start = vi.fn(() => {
    const worker = new Worker(source(code))
    workers.push(worker)
    return worker
  })
  const ops = { askSigner: createSigner({ load, start }) }
  const running = runOps(ops, (id, reply) => replies.push([id, JSON.parse(reply)]))
  return {
    replies,
    start,
    load,
    ask: (id: number, ask: string, secret?: string) =>
      running.perform(id, JSON.stringify({ type: 'askSigner', ask, secret })),
    abort: (id: number) => running.perform(id, '{"type":"abort"}'),
  }
}

const told = (answer: string, secret?: string): Reply => ({
  type: 'signer',
  answer,
  ...(secret && { secret }),
})

test('the worker begins at the first ask, once, and has its module before that', async () => {
  const { replies, start, load, ask } = page()
  expect(load).not.toHaveBeenCalled()
  ask(1, 'first', '{"factor":"a secret"}')
  ask(2, 'second')
  await expect.poll(() => replies).toHaveLength(2)
  expect(replies).toEqual([
    [1, told('firsttrue1', '{"factor":"a secret"}')],
    [2, told('secondtrue2')],
  ])
  expect([load, start].map(it => it.mock.calls.length)).toEqual([1, 1])
})

test('one that traps fails all that it was asked, and the next ask is for a fresh one', async () => {
  const end = vi.spyOn(Worker.prototype, 'terminate')
  const { replies, start, ask } = page()
  ask(1, 'silence')
  ask(2, 'trap')
  await expect.poll(() => replies).toHaveLength(2)
  const failed = { type: 'failed', reason: expect.stringContaining('unreachable') }
  expect(replies).toEqual([
    [1, failed],
    [2, failed],
  ])
  expect(end).toHaveBeenCalledOnce()
  ask(3, 'again')
  await expect.poll(() => replies.at(-1)).toEqual([3, told('againtrue1')])
  expect(start).toHaveBeenCalledTimes(2)
})

test('one that cannot be loaded fails its ask, and is loaded at the next', async () => {
  const load = vi.fn(async () => module).mockRejectedValueOnce(new Error('offline'))
  const { replies, ask } = page(WORKER, load)
  ask(1, 'first')
  await expect.poll(() => replies).toEqual([[1, { type: 'failed', reason: 'offline' }]])
  ask(2, 'second')
  await expect.poll(() => replies.at(-1)).toEqual([2, told('secondtrue1')])
})

test('a script that is none fails its ask', async () => {
  const { replies, ask } = page('this is no script')
  ask(1, 'first')
  await expect.poll(() => replies).toEqual([[1, { type: 'failed', reason: expect.any(String) }]])
})

test('what nobody waits for any more is not told', async () => {
  const { replies, ask, abort } = page()
  ask(1, 'first')
  ask(2, 'second')
  abort(1)
  await expect.poll(() => replies).toHaveLength(1)
  expect(replies[0]?.[0]).toBe(2)
  ask(3, 'third')
  abort(3)
  ask(4, 'fourth')
  await expect.poll(() => replies).toHaveLength(2)
  expect(replies[1]?.[0]).toBe(4)
})
