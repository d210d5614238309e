import { afterEach, expect, test, vi } from 'vitest'
import { otherTab, transition } from '../../test/otherTab'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import { channels } from './channel'
import { createLines } from './lines'

const name = '@latchkit/default:module'
const closed: Reply = { type: 'failed', reason: 'the socket is closed' }

function page() {
  const replies: [number, Reply][] = []
  const lines = createLines()
  const ops = { channel: channels(lines), send: lines.send }
  const running = runOps(ops, (id, reply) => replies.push([id, JSON.parse(reply)]))
  const perform = (id: number, op: Op) => running.perform(id, JSON.stringify(op))
  return { replies, perform, end: running.abortAll }
}

/** A channel of another tab, and what it hears. */
async function beside(called = name) {
  const channel = new (await otherTab()).BroadcastChannel(called)
  const heard: unknown[] = []
  channel.onmessage = ({ data }) => heard.push(data)
  return { channel, heard }
}

afterEach(() => {
  transition('pageshow')
  vi.restoreAllMocks()
})

test('other tabs hear it, and it hears them, never itself', async () => {
  const { replies, perform, end } = page()
  perform(1, { type: 'channel', name })
  const [there, stranger] = [await beside(), await beside('another')]
  perform(2, { type: 'send', socket: 1, text: 'hello' })
  await expect.poll(() => there.heard).toEqual(['hello'])
  there.channel.postMessage('world')
  await expect.poll(() => replies.at(-1)).toEqual([1, { type: 'frame', text: 'world' }])
  expect(replies).toEqual([
    [1, { type: 'opened', socket: 1 }],
    [2, { type: 'done' }],
    [1, { type: 'frame', text: 'world' }],
  ])
  new BroadcastChannel('another').postMessage('last')
  await expect.poll(() => stranger.heard).toEqual(['last'])
  end()
})

test('what is no text, or too long, is not heard and not sent', async () => {
  const { replies, perform, end } = page()
  perform(1, { type: 'channel', name })
  const there = await beside()
  for (const message of [{ text: 'a' }, 7, 'A'.repeat(1_000_001), 'last'])
    there.channel.postMessage(message)
  perform(2, { type: 'send', socket: 1, text: 'A'.repeat(1_000_001) })
  await expect.poll(() => replies.at(-1)).toEqual([1, { type: 'frame', text: 'last' }])
  expect(replies).toEqual([
    [1, { type: 'opened', socket: 1 }],
    [2, { type: 'failed', reason: 'too much waits to be sent' }],
    [1, { type: 'frame', text: 'last' }],
  ])
  end()
})

test('aborted, it is closed: nothing is heard, nothing goes out', async () => {
  const { replies, perform, end } = page()
  perform(1, { type: 'channel', name })
  const [there, witness] = [await beside(), await beside()]
  const close = vi.spyOn(BroadcastChannel.prototype, 'close')
  perform(1, { type: 'abort' })
  expect(close).toHaveBeenCalledOnce()
  there.channel.postMessage('late')
  perform(2, { type: 'send', socket: 1, text: 'late' })
  await expect.poll(() => witness.heard).toEqual(['late'])
  perform(3, { type: 'channel', name })
  there.channel.postMessage('last')
  await expect.poll(() => replies.at(-1)).toEqual([3, { type: 'frame', text: 'last' }])
  perform(4, { type: 'send', socket: 2, text: 'last' })
  await expect.poll(() => there.heard).toEqual(['last'])
  expect(replies.slice(1)).toEqual([
    [2, closed],
    [3, { type: 'opened', socket: 2 }],
    [3, { type: 'frame', text: 'last' }],
    [4, { type: 'done' }],
  ])
  end()
})

test('a page that is left has none; one that is asked for meanwhile comes with it back', async () => {
  const { replies, perform, end } = page()
  perform(1, { type: 'channel', name })
  const [there, witness] = [await beside(), await beside()]
  transition('pagehide')
  perform(2, { type: 'send', socket: 1, text: 'late' })
  perform(3, { type: 'channel', name })
  there.channel.postMessage('unheard')
  await expect.poll(() => witness.heard).toEqual(['unheard'])
  transition('pageshow')
  there.channel.postMessage('heard')
  await expect
    .poll(() => replies)
    .toEqual([
      [1, { type: 'opened', socket: 1 }],
      [1, { type: 'closed', code: 1001 }],
      [2, closed],
      [3, { type: 'opened', socket: 2 }],
      [3, { type: 'frame', text: 'heard' }],
    ])
  end()
})
