import { afterEach, beforeEach, expect, test } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import { placeFrame } from './frame'
import { createLines } from './lines'

/**
 * A page that takes the port of whoever greets it, and then says there what it is told to. It shouts to any page (`*`), as
 * a page that is not the vault may: what is tested is what the op lets through.
 */
const script = `
addEventListener('message', ({ data, origin, ports: [port] }) => {
  parent.postMessage('WELCOME', '*')
  port.postMessage(JSON.stringify({ data, origin, from: document.referrer }))
  port.onmessage = ({ data }) => {
    const [said, value] = JSON.parse(data)
    if (said === 'say') port.postMessage(value)
    if (said === 'long') port.postMessage('a'.repeat(value))
    if (said === 'port') port.postMessage('with a port', [new MessageChannel().port1])
    if (said === 'shout') parent.postMessage(value, '*', [new MessageChannel().port1])
    if (said === 'reload') location.reload()
  }
})`

let host: HTMLElement | undefined
let url: string
const ends: (() => void)[] = []

beforeEach(() => {
  host = document.createElement('div')
  document.body.append(host)
  url = URL.createObjectURL(new Blob([`<script>${script}</script>`], { type: 'text/html' }))
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  host?.remove()
  URL.revokeObjectURL(url)
})

function page() {
  const replies: [number, Reply][] = []
  const lines = createLines()
  const frame = placeFrame(lines, { host: () => host, title: 'Embedded wallet' })
  const ops = { frame, send: lines.send }
  const running = runOps(ops, (id, reply) => replies.push([id, JSON.parse(reply)]))
  ends.push(running.abortAll)
  const perform = (id: number, op: Op) => running.perform(id, JSON.stringify(op))
  const of = (id: number) => replies.filter(([to]) => to === id).map(([, reply]) => reply)
  const texts = () => of(1).flatMap(it => (it.type === 'frame' ? [it.text] : []))
  const tell = (...what: unknown[]) =>
    perform(9, { type: 'send', socket: sockets().at(-1) ?? 0, text: JSON.stringify(what) })
  const sockets = () => of(1).flatMap(it => (it.type === 'opened' ? [it.socket] : []))
  const events = () => of(1).flatMap(it => (it.type === 'event' ? [it.value] : []))
  return { perform, of, texts, tell, sockets, events, abort: () => perform(1, { type: 'abort' }) }
}

/** One that has loaded and was greeted. */
async function greeted() {
  const it = page()
  it.perform(1, { type: 'frame', url, hello: 'HELLO' })
  await expect.poll(it.texts).toHaveLength(1)
  return it
}

const element = () => host?.querySelector('iframe') as HTMLIFrameElement
const closed: Reply = { type: 'failed', reason: 'the socket is closed' }
const { origin } = location

test('a page is greeted as it has loaded, at its own origin, and both speak by one port', async () => {
  const { of, texts, tell, events } = await greeted()
  expect(JSON.parse(texts()[0] ?? '')).toMatchObject({ data: 'HELLO', origin })
  expect(of(1)[0]).toEqual({ type: 'opened', socket: 1 })
  await expect.poll(events).toEqual([{ origin, isFromFrame: true, text: 'WELCOME', ports: 0 }])
  tell('say', 'READY')
  await expect.poll(texts).toHaveLength(2)
  expect(texts()[1]).toBe('READY')
})

test('it loads unseen, where nobody comes to it, and may do what a wallet has to', async () => {
  await greeted()
  const frame = element()
  const { visibility, display, position, width } = getComputedStyle(frame)
  expect([visibility, position, width]).toEqual(['hidden', 'absolute', '1px'])
  expect(display).not.toBe('none')
  expect([frame.inert, frame.title]).toEqual([true, 'Embedded wallet'])
  expect(frame.referrerPolicy).toBe('strict-origin')
  expect(frame.allow.split('; ')).toEqual([
    `publickey-credentials-get ${origin}`,
    `publickey-credentials-create ${origin}`,
    `clipboard-write ${origin}`,
  ])
  expect([...frame.sandbox].sort()).toEqual([
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
  ])
})

test('a page that loads anew is greeted anew, and the port of before is closed', async () => {
  const { perform, of, sockets, texts, tell } = await greeted()
  tell('reload')
  await expect.poll(sockets).toEqual([1, 2])
  await expect.poll(texts).toHaveLength(2)
  perform(3, { type: 'send', socket: 1, text: 'late' })
  expect(of(3)).toEqual([closed])
  tell('say', 'anew')
  await expect.poll(texts).toHaveLength(3)
})

test('a policy that keeps the page out is said at once, and no other', () => {
  const { perform, of } = page()
  perform(1, { type: 'frame', url, hello: 'HELLO' })
  const violate = (more: SecurityPolicyViolationEventInit) =>
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        effectiveDirective: 'frame-src',
        violatedDirective: 'frame-src',
        disposition: 'enforce',
        blockedURI: origin,
        documentURI: location.href,
        originalPolicy: "frame-src 'none'",
        statusCode: 200,
        ...more,
      }),
    )
  violate({ blockedURI: 'https://elsewhere.example' })
  violate({ blockedURI: 'inline' })
  violate({ disposition: 'report' })
  violate({ effectiveDirective: 'img-src' })
  expect(of(1)).toEqual([])
  violate({})
  expect(of(1)).toEqual([{ type: 'failed', reason: 'policy' }])
  expect(element()).toBeNull()
})

test('anything but a text is dropped: objects, what is too long, what brings ports', async () => {
  const { texts, tell } = await greeted()
  tell('say', { text: 'READY' })
  tell('say', 7)
  tell('say', null)
  tell('long', 4 * 1024 * 1024 + 1)
  tell('port')
  tell('long', 4 * 1024 * 1024)
  tell('say', 'the last')
  await expect.poll(() => texts().at(-1)).toBe('the last')
  expect(
    texts()
      .slice(1)
      .map(({ length }) => length),
  ).toEqual([4 * 1024 * 1024, 8])
})

test('Escape in the frame is heard around it, and the module is told nothing', async () => {
  const { texts, tell } = await greeted()
  const heard: string[] = []
  host?.addEventListener('keydown', ({ key, target }) => {
    heard.push(`${key} ${target === element()}`)
  })
  // Nobody comes to it yet.
  tell('say', '{"type":"ESCAPE"}')
  tell('say', 'still inert')
  await expect.poll(() => texts().at(-1)).toBe('still inert')
  expect(heard).toEqual([])
  element().inert = false
  tell('say', '{"type":"ESCAPE"}')
  tell('say', '{"type":"ENTER"}')
  await expect.poll(() => texts().at(-1)).toBe('{"type":"ENTER"}')
  expect(heard).toEqual(['Escape true'])
  expect(texts()).not.toContain('{"type":"ESCAPE"}')
})

test('of window messages those of the frame are told, and nobody else’s', async () => {
  const { events, tell } = await greeted()
  const other = document.createElement('iframe')
  document.body.append(other)
  ends.push(() => other.remove())
  const { Function: Code } = other.contentWindow as Window & typeof globalThis
  Code('parent.postMessage("WELCOME", "*")')()
  postMessage('WELCOME')
  dispatchEvent(new MessageEvent('message', { data: 'WELCOME', origin }))
  tell('shout', 'SESSION')
  tell('shout', { type: 'SESSION' })
  tell('shout', 'a'.repeat(1025))
  await expect.poll(events).toHaveLength(4)
  expect(events()).toEqual([
    { origin, isFromFrame: true, text: 'WELCOME', ports: 0 },
    { origin, isFromFrame: true, text: 'SESSION', ports: 1 },
    { origin, isFromFrame: true, ports: 1 },
    { origin, isFromFrame: true, ports: 1 },
  ])
})

test('a page that has gone elsewhere is told nothing', async () => {
  const { perform, of, texts } = page()
  const elsewhere = URL.createObjectURL(
    new Blob(
      [`<meta http-equiv="refresh" content="0;url=data:text/html,<script>${script}</script>">`],
      {
        type: 'text/html',
      },
    ),
  )
  perform(1, { type: 'frame', url: elsewhere, hello: 'HELLO' })
  await expect.poll(() => of(1).filter(({ type }) => type === 'opened').length).toBe(2)
  perform(2, { type: 'frame', url, hello: 'HELLO' })
  await expect.poll(() => of(2).some(({ type }) => type === 'frame')).toBe(true)
  expect(texts()).toEqual([])
  URL.revokeObjectURL(elsewhere)
})

test('the abort takes it away, and closes its port', async () => {
  const { perform, of, abort } = await greeted()
  const before = of(1).length
  abort()
  expect(element()).toBeNull()
  perform(3, { type: 'send', socket: 1, text: 'late' })
  expect(of(3)).toEqual([closed])
  expect(of(1)).toHaveLength(before)
})

test('where there is no place, or no page with an origin, it says so', () => {
  const refused = { type: 'failed', reason: 'there is no such page, or no place for it' }
  const { perform, of } = page()
  for (const [at, wrong] of ['no address', 'data:text/html,a', 'javascript:0'].entries()) {
    perform(10 + at, { type: 'frame', url: wrong, hello: 'HELLO' })
    expect(of(10 + at)).toEqual([refused])
  }
  expect(element()).toBeNull()
  host = undefined
  perform(2, { type: 'frame', url, hello: 'HELLO' })
  expect(of(2)).toEqual([refused])
})
