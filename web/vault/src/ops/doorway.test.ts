import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runOps } from '../../../shell/src/engine/runOps'
import type { Op } from '../../../shell/src/generated/Op'
import type { Reply } from '../../../shell/src/generated/Reply'
import { createLines } from '../../../shell/src/ops/lines'
import { createDoorway } from './doorway'

/** Another window, which says to this one what a test tells it to, and hears what comes back. */
interface Stranger {
  window: Window
  say(text: unknown, ports?: MessagePort[]): void
  heard: [unknown, string][]
}

function stranger(): Stranger {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const window = frame.contentWindow as Window & typeof globalThis
  // Whose code it is says whose message it is.
  const say = new window.Function(
    'to',
    'text',
    'ports',
    'to.postMessage(text, { targetOrigin: "*", transfer: ports })',
  )
  const heard: [unknown, string][] = []
  window.addEventListener('message', ({ data, origin }) => heard.push([data, origin]))
  return { window, heard, say: (text, ports = []) => say(globalThis.window, text, ports) }
}

let host: Stranger
let evil: Stranger
const pages: (() => void)[] = []

beforeEach(() => {
  host = stranger()
  evil = stranger()
})
afterEach(() => {
  for (const end of pages.splice(0)) end()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
})

/** A frame, in the page of `within`. */
function page(within: Window | null = host.window) {
  const replies: [number, Reply][] = []
  const lines = createLines()
  const ops = { ...createDoorway(lines, within), send: lines.send }
  const running = runOps(ops, (id, reply) => replies.push([id, JSON.parse(reply)]))
  pages.push(running.abortAll)
  const perform = (id: number, op: Op) => running.perform(id, JSON.stringify(op))
  const knocks = () =>
    replies.flatMap(([, reply]) => (reply.type === 'event' ? [reply.value as Knocked] : []))
  const of = (id: number) => replies.filter(([to]) => to === id).map(([, reply]) => reply)
  return { perform, knocks, of, abort: (id: number) => running.perform(id, '{"type":"abort"}') }
}

interface Knocked {
  origin: string
  isFromParent: boolean
  text?: string
  ports: number
  knock: number
}

/** All that was said so far has come: messages of one window keep their order. */
async function settled(by: Stranger, knocks: () => Knocked[]) {
  by.say('the last')
  await expect.poll(() => knocks().at(-1)?.text).toBe('the last')
}

/** This window has heard it. */
const said = (text: string) =>
  new Promise<void>(resolve => {
    const hear = ({ data }: MessageEvent) => {
      if (data !== text) return
      removeEventListener('message', hear)
      resolve()
    }
    addEventListener('message', hear)
  })

const refused: Reply = { type: 'failed', reason: 'nobody can be let in by this message' }

test('each window message is told: whose it is, from where, its text, how many ports', async () => {
  const { perform, knocks } = page()
  perform(1, { type: 'parent' })
  host.say('HELLO', [new MessageChannel().port1])
  host.say({ type: 'HELLO' })
  host.say('a'.repeat(1025))
  await settled(host, knocks)
  const { origin } = location
  expect(knocks().slice(0, 3)).toEqual([
    { origin, isFromParent: true, text: 'HELLO', ports: 1, knock: 1 },
    { origin, isFromParent: true, ports: 0, knock: 2 },
    { origin, isFromParent: true, ports: 0, knock: 3 },
  ])
})

test('whoever knocks before anybody hears is heard then, and can be let in', async () => {
  const { perform, knocks, of } = page()
  const come = said('again')
  for (const text of ['HELLO', 'again']) host.say(text, [new MessageChannel().port1])
  await come
  expect(knocks()).toEqual([])
  perform(1, { type: 'parent' })
  // The newest first: the others may be given up by now.
  expect(knocks()).toMatchObject([
    { isFromParent: true, text: 'again', ports: 1, knock: 2 },
    { isFromParent: true, text: 'HELLO', ports: 1, knock: 1 },
  ])
  perform(2, { type: 'admit', knock: 2, text: 'WELCOME' })
  expect(of(2)).toMatchObject([{ type: 'opened' }])
})

test('of another window, of this one and of a worker it says so, and lets none of them in', async () => {
  const { perform, knocks, of } = page()
  perform(1, { type: 'parent' })
  evil.say('HELLO', [new MessageChannel().port1])
  await settled(evil, knocks)
  window.postMessage('HELLO', { targetOrigin: '*', transfer: [new MessageChannel().port1] })
  dispatchEvent(new MessageEvent('message', { data: 'HELLO', origin: location.origin }))
  await expect.poll(knocks).toHaveLength(4)
  expect(knocks().map(({ isFromParent }) => isFromParent)).toEqual([false, false, false, false])
  for (const { knock } of knocks()) perform(10 + knock, { type: 'admit', knock, text: 'WELCOME' })
  expect(knocks().flatMap(({ knock }) => of(10 + knock))).toEqual([
    refused,
    refused,
    refused,
    refused,
  ])
  host.say('the last')
  await expect.poll(knocks).toHaveLength(5)
  expect(evil.heard).toEqual([])
})

test('a page in no other lets nobody in', async () => {
  const { perform, knocks, of } = page(null)
  perform(1, { type: 'parent' })
  host.say('HELLO', [new MessageChannel().port1])
  dispatchEvent(new MessageEvent('message', { data: 'HELLO', origin: location.origin }))
  await expect.poll(knocks).toHaveLength(2)
  expect(knocks().every(({ isFromParent }) => !isFromParent)).toBe(true)
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  expect(of(2)).toEqual([refused])
})

test('who is let in hears it at its own origin alone, and both speak by its port', async () => {
  const { perform, knocks, of } = page()
  perform(1, { type: 'parent' })
  const { port1, port2 } = new MessageChannel()
  const heard: unknown[] = []
  port1.onmessage = ({ data }) => heard.push(data)
  host.say('HELLO', [port2])
  port1.postMessage('early')
  await expect.poll(knocks).toHaveLength(1)
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  await expect
    .poll(() => of(2))
    .toEqual([
      { type: 'opened', socket: 1 },
      { type: 'frame', text: 'early' },
    ])
  expect(host.heard).toEqual([['WELCOME', location.origin]])
  perform(3, { type: 'send', socket: 1, text: 'hello' })
  expect(of(3)).toEqual([{ type: 'done' }])
  await expect.poll(() => heard).toEqual(['hello'])
})

test('who is let in is told of Escape, and of no other key; nobody is before', async () => {
  const { perform, knocks, abort } = page()
  const press = (key: string, more: KeyboardEventInit = {}) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    )
  const heard: unknown[] = []
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => heard.push(data)
  perform(1, { type: 'parent' })
  host.say('HELLO', [port2])
  await expect.poll(knocks).toHaveLength(1)
  press('Escape')
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  for (const key of ['a', '1', 'Enter', 'Backspace', 'Tab']) press(key)
  // It ends what is being written, or was of use in a view.
  press('Escape', { isComposing: true })
  const use = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', use, { once: true })
  press('Escape')
  perform(3, { type: 'send', socket: 1, text: 'so far' })
  press('Escape')
  perform(4, { type: 'send', socket: 1, text: 'the last' })
  await expect.poll(() => heard.at(-1)).toBe('the last')
  expect(heard).toEqual(['so far', '{"type":"ESCAPE"}', 'the last'])
  expect(host.heard).toEqual([['WELCOME', location.origin]])
  abort(2)
  press('Escape')
  await settledAfter()
  expect(heard).toHaveLength(3)
})

/** What was posted to a port by now has come. */
const settledAfter = () =>
  new Promise<void>(resolve => {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => resolve()
    port1.postMessage('')
  })

test('an answer is for the origin that asked: a window that has gone elsewhere does not hear it', async () => {
  const { perform, knocks, of } = page()
  perform(1, { type: 'parent' })
  host.say('HELLO', [new MessageChannel().port1])
  await expect.poll(knocks).toHaveLength(1)
  const posted = vi.spyOn(host.window, 'postMessage')
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  expect(posted).toHaveBeenCalledWith('WELCOME', { targetOrigin: location.origin })
  expect(of(2)[0]?.type).toBe('opened')
})

test('without a port, or with two, nobody is let in', async () => {
  const { perform, knocks, of } = page()
  perform(1, { type: 'parent' })
  host.say('HELLO')
  host.say('HELLO', [new MessageChannel().port1, new MessageChannel().port1])
  await expect.poll(knocks).toHaveLength(2)
  for (const knock of [1, 2, 3]) {
    perform(10 + knock, { type: 'admit', knock, text: 'WELCOME' })
    expect(of(10 + knock)).toEqual([refused])
  }
  host.say('HELLO', [new MessageChannel().port1])
  await expect.poll(knocks).toHaveLength(3)
  perform(20, { type: 'admit', knock: 3, text: 'WELCOME' })
  expect(of(20)).toEqual([{ type: 'opened', socket: 1 }])
})

test('a second knock is not heard, nor let in, once somebody is', async () => {
  const { perform, knocks, of } = page()
  perform(1, { type: 'parent' })
  const second = new MessageChannel()
  host.say('HELLO', [new MessageChannel().port1])
  host.say('HELLO', [second.port2])
  await expect.poll(knocks).toHaveLength(2)
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  perform(3, { type: 'admit', knock: 2, text: 'WELCOME' })
  expect(of(3)).toEqual([refused])
  perform(4, { type: 'admit', knock: 1, text: 'WELCOME' })
  expect(of(4)).toEqual([refused])
  // Whoever listens anew hears as little.
  perform(5, { type: 'parent' })
  host.say('HELLO', [new MessageChannel().port1])
  evil.say('HELLO', [new MessageChannel().port1])
  host.say('the last')
  await said('the last')
  expect(knocks()).toHaveLength(2)
  expect(of(5)).toEqual([])
})

test('anything but a text is dropped: objects, what is too long, what brings ports or memory', async () => {
  const { perform, knocks, of } = page()
  perform(1, { type: 'parent' })
  const { port1, port2 } = new MessageChannel()
  host.say('HELLO', [port2])
  await expect.poll(knocks).toHaveLength(1)
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  const third = new MessageChannel()
  const answers = vi.fn()
  third.port2.onmessage = answers
  port1.postMessage({ text: 'READY' })
  port1.postMessage(['READY'])
  port1.postMessage(7)
  port1.postMessage(null)
  port1.postMessage(new ArrayBuffer(8))
  port1.postMessage(new String('READY'))
  port1.postMessage('a'.repeat(1_000_001))
  port1.postMessage('with a port', [third.port1])
  port1.postMessage('the last')
  await expect
    .poll(() => of(2))
    .toEqual([
      { type: 'opened', socket: 1 },
      { type: 'frame', text: 'the last' },
    ])
  expect(answers).not.toHaveBeenCalled()
})

test('the abort closes the port, and nothing is said by it any more', async () => {
  const { perform, knocks, of, abort } = page()
  perform(1, { type: 'parent' })
  const { port1, port2 } = new MessageChannel()
  host.say('HELLO', [port2])
  await expect.poll(knocks).toHaveLength(1)
  perform(2, { type: 'admit', knock: 1, text: 'WELCOME' })
  abort(2)
  port1.postMessage('late')
  perform(3, { type: 'send', socket: 1, text: 'hello' })
  expect(of(3)).toEqual([{ type: 'failed', reason: 'the socket is closed' }])
  host.say('the last')
  await said('the last')
  expect(of(2)).toEqual([{ type: 'opened', socket: 1 }])
})

test('of a flood the last eight are held, and who is aborted hears nothing', async () => {
  const { perform, knocks, of, abort } = page()
  perform(1, { type: 'parent' })
  for (let count = 0; count < 20; count++) host.say('HELLO', [new MessageChannel().port1])
  await settled(host, knocks)
  abort(1)
  perform(2, { type: 'admit', knock: 13, text: 'WELCOME' })
  expect(of(2)).toEqual([refused])
  perform(3, { type: 'admit', knock: 14, text: 'WELCOME' })
  expect(of(3)).toEqual([{ type: 'opened', socket: 1 }])
  expect(knocks()).toHaveLength(21)
})
