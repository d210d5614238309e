import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { runOps } from '../engine/runOps'
import type { Place } from '../generated/Place'
import type { Reply } from '../generated/Reply'
import { openLink } from './openLink'

const failed = { type: 'failed', reason: 'no link that may be opened' }
const wallet = 'wallet://wc?uri=wc%3Aabc%402'
const universal = 'https://wallet.example/wc?uri=wc%3Aabc%402'

/** What the op replies before it returns. */
function openedBy(url: string, place: Place = 'here'): Reply | undefined {
  const heard: Reply[] = []
  const running = runOps({ openLink }, (_, reply) => heard.push(JSON.parse(reply)))
  running.perform(1, JSON.stringify({ type: 'openLink', url, place }))
  return heard[0]
}

const opened: Window[] = []
const hasClick = (isActive: boolean) =>
  vi
    .spyOn(navigator, 'userActivation', 'get')
    .mockReturnValue({ isActive, hasBeenActive: isActive } as UserActivation)

function fakeOpen(tab: Partial<Window> | null = {}) {
  return vi.spyOn(window, 'open').mockReturnValue(tab as Window | null)
}

/** Tests run in a frame. */
let self: MockInstance

beforeEach(() => {
  hasClick(true)
  const top = window.top as Window & typeof globalThis
  self = vi.spyOn(window, 'self', 'get').mockReturnValue(top)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const tab of opened.splice(0)) tab.close()
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://wallet.example/%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  `blob:${location.origin}/0`,
  'file:///etc/passwd',
  'filesystem:https://a.example/temporary/a',
  'about:blank',
  'view-source:https://a.example',
  'chrome://settings',
  'chrome-extension://a/b.html',
  'moz-extension://a/b.html',
  'intent://a#Intent;scheme=http;package=com.example;end',
  'android-app://com.example/http/a',
  'ms-msdt:/id a',
  'search-ms:query=a',
  'itms-services://?action=download-manifest&url=https://a.example',
  'ssh://a.example',
  'smb://a.example/b',
  'tel:112',
  'sms:112',
  'mailto:a@a.example',
  'wss://a.example',
  'https://wallet.example@evil.example/',
  'https://a:b@evil.example/',
  '//wallet.example',
  '/wallet',
  'wallet',
  'wal let://a',
  '1wallet://a',
  'https://',
  '',
])('%j is opened nowhere', url => {
  const open = fakeOpen()
  const openTelegram = vi.fn()
  for (const place of ['here', 'beside'] as const) expect(openedBy(url, place)).toEqual(failed)
  vi.stubGlobal('Telegram', { WebApp: { platform: 'ios', openLink: openTelegram } })
  expect(openedBy(url)).toEqual(failed)
  expect(open).not.toHaveBeenCalled()
  expect(openTelegram).not.toHaveBeenCalled()
})

test.each([wallet, 'wc:abc@2?relay-protocol=irn', 'metamask://wc', 'a-b.c+1:d', universal])(
  'the link of an app opens in place of the page: %s',
  url => {
    const open = fakeOpen()
    expect(openedBy(url)).toEqual({ type: 'done' })
    expect(open.mock.calls).toEqual([[url, '_self']])
  },
)

test('from a frame it opens in place of the outermost page', () => {
  self.mockRestore()
  expect(window.self).not.toBe(window.top)
  const open = fakeOpen()
  expect(openedBy(wallet)).toEqual({ type: 'done' })
  expect(open.mock.calls).toEqual([[wallet, '_top']])
})

test('without a click nothing is opened, and a click is asked for', () => {
  hasClick(false)
  const open = fakeOpen()
  for (const place of ['here', 'beside'] as const)
    expect(openedBy(universal, place)).toEqual({ type: 'needsGesture' })
  expect(open).not.toHaveBeenCalled()
})

test('what the browser blocks wants another click', () => {
  fakeOpen(null)
  for (const place of ['here', 'beside'] as const)
    expect(openedBy(universal, place)).toEqual({ type: 'needsGesture' })
})

test('a tab of its own knows nothing of the page that opened it', () => {
  const open = vi.spyOn(window, 'open')
  expect(openedBy(`${location.origin}/__nobody__`, 'beside')).toEqual({ type: 'done' })
  const tab = open.mock.results[0]?.value as Window
  opened.push(tab)
  expect(open.mock.calls[0]?.[1]).toBe('_blank')
  expect(tab.opener).toBeNull()
})

test('inside of Telegram its app opens what is of the web', () => {
  const open = fakeOpen()
  const app = { platform: 'ios', openLink: vi.fn(), openTelegramLink: vi.fn() }
  vi.stubGlobal('Telegram', { WebApp: app })
  expect(openedBy(universal)).toEqual({ type: 'done' })
  expect(app.openLink.mock.calls).toEqual([[universal]])
  expect(openedBy('https://t.me/wallet?startapp=a')).toEqual({ type: 'done' })
  expect(app.openTelegramLink.mock.calls).toEqual([['https://t.me/wallet?startapp=a']])
  expect(open).not.toHaveBeenCalled()
  expect(openedBy(wallet)).toEqual({ type: 'done' })
  expect(open.mock.calls).toEqual([[wallet, '_blank']])
})

test.for(['android', 'android_x'])('that of Android gets a pairing encoded twice: %s', platform => {
  const open = fakeOpen()
  const app = { platform, openLink: vi.fn(), openTelegramLink: vi.fn() }
  vi.stubGlobal('Telegram', { WebApp: app })
  openedBy(universal)
  expect(app.openLink.mock.calls).toEqual([['https://wallet.example/wc?uri=wc%253Aabc%25402']])
  openedBy(wallet)
  expect(open.mock.calls).toEqual([['wallet://wc?uri=wc%253Aabc%25402', '_blank']])
  openedBy('https://wallet.example/')
  expect(app.openLink.mock.lastCall).toEqual(['https://wallet.example/'])
})

const pixel =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
const browsers: { name: string; userAgent: string; takesSchemes: boolean }[] = [
  {
    name: 'Facebook',
    userAgent: `${pixel} Version/4.0 Chrome/130 Mobile [FB_IAB/FB4A]`,
    takesSchemes: false,
  },
  {
    name: 'Instagram',
    userAgent: `${pixel} Version/4.0 Chrome/130 Mobile Instagram 350`,
    takesSchemes: false,
  },
  { name: 'Chrome', userAgent: pixel.replace('; wv', ''), takesSchemes: true },
  {
    name: 'Instagram on iOS',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Instagram 350',
    takesSchemes: true,
  },
]

test.for(browsers)('$name opens what it can', ({ userAgent, takesSchemes }) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const open = fakeOpen()
  const reason = 'this browser opens no app by its scheme'
  expect(openedBy(wallet)).toEqual(takesSchemes ? { type: 'done' } : { type: 'failed', reason })
  expect(openedBy(universal)).toEqual({ type: 'done' })
  expect(open.mock.lastCall).toEqual([universal, '_self'])
})

test('inside of Telegram on Android it is Telegram that opens an app', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(pixel)
  vi.stubGlobal('Telegram', { WebApp: { platform: 'android', openLink: vi.fn() } })
  const open = fakeOpen()
  expect(openedBy(wallet)).toEqual({ type: 'done' })
  expect(open.mock.lastCall?.[1]).toBe('_blank')
})

test.each([
  { platform: 'unknown', openLink: () => undefined },
  { openLink: () => undefined },
  { platform: 'ios' },
  {
    platform: 'ios',
    openLink: () => {
      throw new Error('not supported')
    },
  },
])('where Telegram cannot, the browser opens it', app => {
  const open = fakeOpen()
  vi.stubGlobal('Telegram', { WebApp: app })
  expect(openedBy(universal)).toEqual({ type: 'done' })
  expect(open.mock.calls).toEqual([[universal, '_self']])
})
