import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import { type Props, trackEvent } from './track'

let heard: Props[]
let sent: MockInstance<typeof fetch>

beforeEach(() => {
  heard = []
  sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(''))
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', location.pathname)
})

const url = 'https://server.test/e?projectId=1'
const op = (more: Partial<Extract<Op, { type: 'track' }>> = {}): Op => ({
  type: 'track',
  url,
  event: { type: 'MODAL_OPEN', connected: false },
  ...more,
})
const track = (given: Op): Promise<Reply> =>
  new Promise(resolve =>
    runOps({ track: trackEvent(props => heard.push(props)) }, (_, reply) =>
      resolve(JSON.parse(reply)),
    ).perform(1, JSON.stringify(given)),
  )
const bodyOf = (call: number) => JSON.parse(String(sent.mock.calls[call]?.[1]?.body))

/** Lets the browser say so for the time of a test. */
function says(name: string, value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true })
  return () => Reflect.deleteProperty(navigator, name)
}

test('sends what happened, where and when, as text that survives the page', async () => {
  history.replaceState(null, '', '?secret=1#part')
  expect(await track(op({ address: '0x1' }))).toEqual({ type: 'fetched', status: 200, body: '' })
  expect(sent.mock.calls[0]?.[0]).toBe(url)
  expect(sent.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  expect(bodyOf(0)).toEqual({
    eventId: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    url: location.origin + location.pathname,
    domain: location.hostname,
    timestamp: expect.any(Number),
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, address: '0x1' },
  })
  await track(op())
  expect(bodyOf(1).eventId).not.toBe(bodyOf(0).eventId)
  expect(bodyOf(1).props).not.toHaveProperty('address')
})

test('the host hears of it too; an event without properties has none', async () => {
  await track(op({ event: { type: 'CLICK_WALLET_HELP' } }))
  expect(heard).toEqual([{ type: 'track', event: 'CLICK_WALLET_HELP' }])
})

test('an error is sent as it is, and the host hears nothing of it', async () => {
  const event = { type: 'error', event: 'API_ERROR', errorMessage: 'HTTP status code: 500' }
  await track(op({ event }))
  expect(bodyOf(0).props).toEqual(event)
  expect(heard).toEqual([])
})

test('five errors a minute are told at most, and all else that happens', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const perform = trackEvent(() => {})
  const tell = (event: { type: string }, id = 0) =>
    new Promise<Reply>(resolve =>
      runOps({ track: perform }, (_, reply) => resolve(JSON.parse(reply))).perform(
        id,
        JSON.stringify(op({ event })),
      ),
    )
  const failure = { type: 'error', event: 'API_ERROR' }
  for (let count = 0; count < 7; count++) {
    await tell(failure)
    await tell({ type: 'CLICK_WALLET_HELP' })
  }
  expect(sent).toHaveBeenCalledTimes(12)
  expect(await tell(failure)).toEqual({ type: 'failed', reason: 'too many errors' })
  vi.setSystemTime(Date.now() + 60_001)
  expect(await tell(failure)).toMatchObject({ type: 'fetched' })
  vi.useRealTimers()
})

test.for([
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const)('a browser that says %s is not counted', async ([name, value]) => {
  const unsay = says(name, value)
  expect(await track(op())).toEqual({ type: 'failed', reason: 'not wanted' })
  expect(sent).not.toHaveBeenCalled()
  unsay()
})

test('without a URL only the host hears of it', async () => {
  expect(await track(op({ url: '' }))).toEqual({ type: 'failed', reason: 'not wanted' })
  expect(heard).toHaveLength(1)
  expect(sent).not.toHaveBeenCalled()
})

test('the server’s refusal is told', async () => {
  sent.mockResolvedValue(new Response('no', { status: 403 }))
  expect(await track(op())).toEqual({ type: 'fetched', status: 403, body: 'no' })
})
