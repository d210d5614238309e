import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import { createLines } from './lines'
import { sockets } from './socket'

/** The browser's socket, whose other side is the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  bufferedAmount = 0
  sent: string[] = []
  constructor(readonly url: string) {
    super()
    FakeSocket.made.push(this)
  }
  open() {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  hear(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
}

beforeEach(() => {
  FakeSocket.made = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => void vi.unstubAllGlobals())

function page() {
  const replies: unknown[] = []
  const lines = createLines()
  const socket = sockets(lines, () => ['ws://server.test', 'wss://server.test'])
  const running = runOps({ socket, send: lines.send }, (id, reply) =>
    replies.push([id, JSON.parse(reply)]),
  )
  const perform = (id: number, op: Op) => running.perform(id, JSON.stringify(op))
  return { replies, perform }
}

const url = 'wss://server.test/relay'

test('opens, hears and sends frames of text, and tells when the other side closes', () => {
  const { replies, perform } = page()
  perform(1, { type: 'socket', url })
  const [socket] = FakeSocket.made
  expect(replies).toEqual([])
  perform(2, { type: 'send', socket: 1, text: 'early' })
  socket?.open()
  perform(3, { type: 'send', socket: 1, text: 'hello' })
  socket?.hear('world')
  socket?.dispatchEvent(new CloseEvent('close', { code: 1006 }))
  perform(4, { type: 'send', socket: 1, text: 'late' })
  const closed = { type: 'failed', reason: 'the socket is closed' }
  expect(replies).toEqual([
    [2, closed],
    [1, { type: 'opened', socket: 1 }],
    [3, { type: 'done' }],
    [1, { type: 'frame', text: 'world' }],
    [1, { type: 'closed', code: 1006 }],
    [4, closed],
  ])
  expect(socket?.sent).toEqual(['hello'])
})

test('an abort closes it, and nothing is heard any more', () => {
  const { replies, perform } = page()
  perform(1, { type: 'socket', url })
  const [socket] = FakeSocket.made
  perform(1, { type: 'abort' })
  expect(socket?.readyState).toBe(3)
  socket?.open()
  socket?.hear('world')
  expect(replies).toEqual([])
})

test('goes nowhere but where it is granted', () => {
  const { replies, perform } = page()
  for (const other of [
    'wss://other.test/relay',
    'wss://server.test.evil.test/',
    'wss://server.test:444/',
    'https://server.test/',
    'no url',
  ])
    perform(1, { type: 'socket', url: other })
  for (const reply of replies) expect(reply).toMatchObject([1, { type: 'failed' }])
  expect(replies).toHaveLength(5)
  expect(FakeSocket.made).toEqual([])
})

test('frames that are too long or no text end it, and too many are not sent', () => {
  for (const frame of ['A'.repeat(1_000_001), new Blob()]) {
    const { replies, perform } = page()
    perform(1, { type: 'socket', url })
    const socket = FakeSocket.made.at(-1)
    socket?.open()
    perform(2, { type: 'send', socket: 1, text: 'A'.repeat(1_000_001) })
    if (socket) socket.bufferedAmount = 3_999_999
    perform(3, { type: 'send', socket: 1, text: 'AA' })
    socket?.hear(frame)
    socket?.hear('after')
    const full = { type: 'failed', reason: 'too much waits to be sent' }
    expect(replies).toEqual([
      [1, { type: 'opened', socket: 1 }],
      [2, full],
      [3, full],
      [1, { type: 'failed', reason: 'a frame is too long, or no text' }],
    ])
    expect(socket?.sent).toEqual([])
    expect(socket?.readyState).toBe(3)
  }
})

test('a page that is left has none, and one that is asked for meanwhile comes with it back', () => {
  const { replies, perform } = page()
  perform(1, { type: 'socket', url })
  const [socket] = FakeSocket.made
  socket?.open()
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  expect(socket?.readyState).toBe(3)
  socket?.dispatchEvent(new CloseEvent('close', { code: 1005 }))
  perform(2, { type: 'send', socket: 1, text: 'late' })
  perform(3, { type: 'socket', url })
  perform(4, { type: 'socket', url })
  perform(4, { type: 'abort' })
  expect(FakeSocket.made).toHaveLength(1)
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(FakeSocket.made).toHaveLength(2)
  FakeSocket.made[1]?.open()
  expect(replies).toEqual([
    [1, { type: 'opened', socket: 1 }],
    [1, { type: 'closed', code: 1001 }],
    [2, { type: 'failed', reason: 'the socket is closed' }],
    [3, { type: 'opened', socket: 2 }],
  ])
})
