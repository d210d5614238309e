import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askWaitMs } from '../all/EngineQueue'
import type { State } from '../entry/store'
import type { Ops } from '../ops/Perform'
import { type Bridge, createBridge } from './bridge'
import type { Engine, Host } from './Engine'
import { startSession } from './session'

/** Until when an ask waits that is asked now. */
const soon = () => Date.now() + askWaitMs
const trap = () => new WebAssembly.RuntimeError('unreachable')

/** An engine that writes down what it hears and does what the test tells it to. */
class FakeEngine implements Engine {
  static all: FakeEngine[] = []
  heard: string[] = []
  onDispatch: (intent: string) => void = () => {}
  onAsk: (id: number) => void = () => {}
  onReply: (id: number, reply: string) => void = () => {}

  constructor(
    readonly host: Host,
    readonly boot: string,
  ) {
    FakeEngine.all.push(this)
  }

  dispatch(intent: string) {
    this.heard.push(`dispatch ${intent}`)
    this.onDispatch(intent)
  }

  ask(id: number, request: string) {
    this.heard.push(`ask ${id} ${request}`)
    this.onAsk(id)
  }

  reply(id: number, reply: string) {
    this.heard.push(`reply ${id} ${reply}`)
    this.onReply(id, reply)
  }

  complete() {
    this.heard.push('complete')
  }
}

const published: [string, unknown][] = []
const publish = (slice: keyof State, value: unknown) => void published.push([slice, value])
let onConstruct: (host: Host) => void
let boot: string
let ops: Ops
let late: Promise<WebAssembly.Module>
let abandoned: number
const greeted: unknown[] = []
const joined: WebAssembly.Module[] = []

function connect(): Bridge {
  const instantiate = () => ({
    start(host: Host, text: string) {
      onConstruct(host)
      return new FakeEngine(host, text)
    },
    join: (late: WebAssembly.Module) => void joined.push(late),
  })
  return createBridge(
    {
      boot: () => boot,
      greet(trap) {
        greeted.push(trap?.thrown)
        return [{ type: 'restore' }, ...(trap ? [{ type: 'open' } as const] : [])]
      },
      store: { publish },
      abandon: () => void abandoned++,
    },
    (text, events) => startSession({ instantiate, late: () => late, ops }, text, events),
  )
}

const engine = (index = FakeEngine.all.length - 1): FakeEngine => {
  const found = FakeEngine.all[index]
  if (!found) throw new Error('no engine was started')
  return found
}

beforeEach(() => {
  FakeEngine.all = []
  published.length = 0
  joined.length = 0
  abandoned = 0
  greeted.length = 0
  late = new Promise(() => {})
  onConstruct = () => {}
  boot = '{"first":true}'
  ops = {}
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => vi.restoreAllMocks())

test('starts with what the page says, greets, then hands over in order', () => {
  const bridge = connect()
  expect(FakeEngine.all).toEqual([])
  bridge.send({ type: 'back' })
  bridge.send({ type: 'retry' })
  expect(engine().boot).toBe('{"first":true}')
  expect(engine().heard).toEqual([
    'dispatch {"type":"restore"}',
    'dispatch {"type":"back"}',
    'dispatch {"type":"retry"}',
  ])
})

test('in one turn: slices are published, asks are answered, then ops are performed', async () => {
  const log: string[] = []
  ops = { now: () => void log.push('performed') }
  const bridge = connect()
  await bridge.wake()
  engine().onAsk = id => {
    engine().host.publish('toast', '{}')
    engine().host.answer(id, '{"type":"value","value":["0x1"]}')
    engine().host.perform(7, '{"type":"now"}')
    log.push('returned')
  }
  const answer = bridge.ask({ type: 'disconnect' }, soon())
  expect(published).toEqual([['toast', {}]])
  expect(log).toEqual(['performed', 'returned'])
  expect(await answer).toEqual(['0x1'])
})

test('an error answer rejects with its code, message and data', async () => {
  const bridge = connect()
  await bridge.wake()
  engine().onAsk = id =>
    engine().host.answer(id, '{"type":"error","error":{"code":4001,"message":"no","data":{"a":1}}}')
  await expect(bridge.ask({}, soon())).rejects.toEqual({
    code: 4001,
    message: 'no',
    data: { a: 1 },
  })
})

test('an op is aborted by the engine, and what it replies afterwards is ignored', async () => {
  const seen: AbortSignal[] = []
  let late = () => {}
  ops = {
    sleep: (_, { signal, reply }) => {
      seen.push(signal)
      late = () => reply({ type: 'done' })
    },
  }
  const bridge = connect()
  await bridge.wake()
  engine().host.perform(1, '{"type":"sleep","ms":5}')
  engine().host.perform(1, '{"type":"abort"}')
  expect(seen[0]?.aborted).toBe(true)
  late()
  expect(engine().heard.filter(it => it.startsWith('reply'))).toEqual([])
})

test('the last reply ends an op; a stream goes on until it is aborted', async () => {
  ops = {
    now: (_, { reply }) => {
      reply({ type: 'time', ms: '1' })
      reply({ type: 'time', ms: '2' })
    },
    wallets: (_, { emit }) => {
      emit({ type: 'announced', wallet: 1, detail: {} })
      emit({ type: 'announced', wallet: 2, detail: {} })
    },
  }
  const bridge = connect()
  await bridge.wake()
  engine().host.perform(1, '{"type":"now"}')
  engine().host.perform(2, '{"type":"wallets"}')
  expect(engine().heard.slice(1)).toEqual([
    'reply 1 {"type":"time","ms":"1"}',
    'reply 2 {"type":"announced","wallet":1,"detail":{}}',
    'reply 2 {"type":"announced","wallet":2,"detail":{}}',
  ])
})

test('an op that throws, rejects or is not granted fails; nothing escapes to the page', async () => {
  ops = {
    now: () => {
      throw new Error('thrown')
    },
    read: () => Promise.reject(new Error('rejected')),
  }
  const bridge = connect()
  await bridge.wake()
  engine().host.perform(1, '{"type":"now"}')
  engine().host.perform(2, '{"type":"read","key":"a"}')
  engine().host.perform(3, '{"type":"copy","text":"a"}')
  await Promise.resolve()
  await Promise.resolve()
  expect(engine().heard.slice(1).sort()).toEqual([
    'reply 1 {"type":"failed","reason":"thrown"}',
    'reply 2 {"type":"failed","reason":"rejected"}',
    'reply 3 {"type":"failed","reason":"this page does not grant copy"}',
  ])
})

test('a reply that comes while the engine is being constructed follows right after', () => {
  ops = { now: (_, { reply }) => reply({ type: 'time', ms: '1' }) }
  onConstruct = host => host.perform(1, '{"type":"now"}')
  connect().send({ type: 'back' })
  expect(engine().heard).toEqual([
    'reply 1 {"type":"time","ms":"1"}',
    'dispatch {"type":"restore"}',
    'dispatch {"type":"back"}',
  ])
})

test('a trap: ops aborted, asks rejected, the report published, a fresh engine from the latest', async () => {
  const signals: AbortSignal[] = []
  ops = { sleep: (_, turn) => void signals.push(turn.signal) }
  const bridge = connect()
  await bridge.wake()
  const first = engine()
  first.host.perform(1, '{"type":"sleep","ms":5}')
  const asked = bridge.ask({ type: 'disconnect' }, soon())
  boot = '{"latest":true}'
  first.onDispatch = () => {
    throw trap()
  }
  bridge.send({ type: 'connect', wallet: 'a' })
  expect(signals[0]?.aborted).toBe(true)
  expect(bridge.isAwake()).toBe(false)
  await expect(asked).rejects.toMatchObject({ code: -32603 })
  expect(published.at(-1)).toMatchObject([
    'failure',
    { unexpected: { report: expect.any(String), isUnloaded: false } },
  ])
  await vi.waitFor(() => expect(FakeEngine.all).toHaveLength(2))
  expect(engine().boot).toBe('{"latest":true}')
  expect(greeted).toEqual([undefined, trap()])
  expect(engine().heard).toEqual(['dispatch {"type":"restore"}', 'dispatch {"type":"open"}'])
  first.host.publish('toast', '{"shown":1}')
  expect(published.at(-1)?.[0]).toBe('failure')
  bridge.send({ type: 'back' })
  expect(engine().heard.at(-1)).toBe('dispatch {"type":"back"}')
})

test('a reply that traps is a trap', async () => {
  ops = { now: (_, { reply }) => reply({ type: 'time', ms: '1' }) }
  const bridge = connect()
  await bridge.wake()
  engine().onReply = () => {
    throw trap()
  }
  engine().host.perform(1, '{"type":"now"}')
  await vi.waitFor(() => expect(FakeEngine.all).toHaveLength(2))
})

test('a constructor that traps is a trap; what waited is dropped', async () => {
  onConstruct = () => {
    throw trap()
  }
  const bridge = connect()
  await expect(bridge.ask({}, soon())).rejects.toMatchObject({ code: -32603 })
  await vi.waitFor(() => expect(published).toHaveLength(3))
  expect(FakeEngine.all).toHaveLength(0)
})

test('it starts again twice a minute at most, and again when the minute is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const bridge = connect()
  await bridge.wake()
  for (const count of [2, 3]) {
    engine().onDispatch = () => {
      throw trap()
    }
    bridge.send({ type: 'back' })
    await vi.waitFor(() => expect(FakeEngine.all).toHaveLength(count))
  }
  engine().onDispatch = () => {
    throw trap()
  }
  bridge.send({ type: 'back' })
  await expect(bridge.ask({}, soon())).rejects.toMatchObject({ code: -32603 })
  await expect(bridge.wake()).rejects.toThrow('too often')
  expect(FakeEngine.all).toHaveLength(3)
  vi.setSystemTime(Date.now() + 61_000)
  await bridge.wake()
  expect(FakeEngine.all).toHaveLength(4)
  vi.useRealTimers()
})

test('what is asked between a trap and the next engine waits no longer than the rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const bridge = connect()
  await bridge.wake()
  engine().onDispatch = () => {
    throw trap()
  }
  bridge.send({ type: 'back' })
  const asked = bridge.ask({}, soon())
  await vi.waitFor(() => expect(FakeEngine.all).toHaveLength(2))
  vi.advanceTimersByTime(askWaitMs)
  await expect(asked).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('20 seconds'),
  })
  vi.useRealTimers()
})

test('after destroy nothing is performed and every ask is rejected', async () => {
  const bridge = connect()
  await bridge.wake()
  const asked = bridge.ask({}, soon())
  bridge.destroy()
  await expect(asked).rejects.toMatchObject({ code: -32603 })
  await expect(bridge.ask({}, soon())).rejects.toMatchObject({ code: -32603 })
  bridge.send({ type: 'back' })
  expect(FakeEngine.all).toHaveLength(1)
})

test('the second half joins the memory of the first before the engine hears of it', async () => {
  const second = {} as WebAssembly.Module
  late = Promise.resolve(second)
  const bridge = connect()
  await bridge.wake()
  await vi.waitFor(() => expect(engine().heard).toContain('complete'))
  expect(joined).toEqual([second])
})

test('a second half that cannot be had: asks hear why, the person sees it, and the next need tries again', async () => {
  late = Promise.reject(new Error('Could not load ./late.wasm'))
  const signals: AbortSignal[] = []
  ops = { sleep: (_, turn) => void signals.push(turn.signal) }
  const bridge = connect()
  const asked = bridge.ask({}, soon())
  engine().host.perform(1, '{"type":"sleep","ms":5}')
  await expect(asked).rejects.toEqual({
    code: -32603,
    message: 'The wallet connection did not load: Error: Could not load ./late.wasm',
  })
  const report = expect.stringContaining('Could not load ./late.wasm')
  expect(published).toEqual([['failure', { unexpected: { report, isUnloaded: true } }]])
  expect(abandoned).toBe(1)
  expect(signals[0]?.aborted).toBe(true)
  expect(bridge.isAwake()).toBe(false)
  // It would wait for the same file again: nothing starts by itself, and however often it is needed.
  expect(FakeEngine.all).toHaveLength(1)
  for (let count = 2; count < 6; count++) {
    await expect(bridge.ask({}, soon())).rejects.toMatchObject({ code: -32603 })
    expect(FakeEngine.all).toHaveLength(count)
  }
  late = Promise.resolve({} as WebAssembly.Module)
  bridge.send({ type: 'open' })
  await vi.waitFor(() => expect(engine().heard).toContain('complete'))
  expect(engine().heard).toContain('dispatch {"type":"open"}')
})

test('who asks waits 20 seconds for the second half, and as long as it takes once it is there', async () => {
  vi.useFakeTimers()
  const bridge = connect()
  await bridge.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bridge.isAwake()).toBe(true)
  const rejected = expect(bridge.ask({}, soon())).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('20 seconds'),
  })
  await vi.advanceTimersByTimeAsync(20_000)
  await rejected
  // What has waited for the engine to be loaded has less left.
  const hurried = expect(bridge.ask({}, Date.now() + 5_000)).rejects.toMatchObject({
    code: -32603,
  })
  await vi.advanceTimersByTimeAsync(5_000)
  await hurried
  late = Promise.resolve({} as WebAssembly.Module)
  const settled = vi.fn()
  bridge.ask({}, soon()).then(settled, settled)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(settled).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a second half that comes after the end is left alone', async () => {
  const { promise, resolve } = Promise.withResolvers<WebAssembly.Module>()
  late = promise
  const bridge = connect()
  await bridge.wake()
  bridge.destroy()
  resolve({} as WebAssembly.Module)
  await promise
  expect(joined).toEqual([])
})
