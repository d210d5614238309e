import { noApps } from '../generated/appLinks'
import type { Place } from '../generated/Place'
import type { Perform } from './Perform'

/**
 * Opens a link in the same turn. Replies `needsGesture` where the browser wants a click first, or blocks
 * what opens.
 */
export const openLink: Perform<'openLink'> = ({ url, place }, { reply }) => {
  const link = URL.parse(url)
  if (!link || !mayOpen(link))
    return reply({ type: 'failed', reason: 'no link that may be opened' })
  if (!link.protocol.startsWith('http') && isInApp() && !telegram())
    return reply({ type: 'failed', reason: 'this browser opens no app by its scheme' })
  const hasClick = navigator.userActivation?.isActive !== false
  const isOpened = hasClick && (openInTelegram(link) || open(link, place))
  reply({ type: isOpened ? 'done' : 'needsGesture' })
}

/** RFC 3986, 3.1; `URL` writes it in small letters. */
const scheme = /^([a-z][a-z\d+.-]*):$/

/**
 * The browser that an app of Android has inside of it: what it does not know by its scheme, it shows as a page
 * that cannot be found, in place of this one.
 */
const isInApp = () => /Android.*; wv\)/.test(navigator.userAgent)

function mayOpen({ protocol, username, password }: URL): boolean {
  if (protocol === 'http:' || protocol === 'https:') return !username && !password
  const name = scheme.exec(protocol)?.[1]
  return name !== undefined && !noApps.test(name)
}

function open({ href }: URL, place: Place): boolean {
  if (place === 'here') return window.open(href, isFramed() ? '_top' : '_self') !== null
  const opened = window.open(href, '_blank')
  // Not by `noopener`: then nobody could tell a tab that was blocked from one that is there.
  if (opened) opened.opener = null
  return opened !== null
}

const isFramed = () => window.top !== window.self

/** What Telegram gives the pages inside of it. */
interface Telegram {
  WebApp?: {
    platform?: string
    openLink?(url: string): void
    openTelegramLink?(url: string): void
  }
}

/** In any other browser its script says that it knows no platform. */
function telegram() {
  const app = (window as { Telegram?: Telegram }).Telegram?.WebApp
  return (app?.platform ?? 'unknown') === 'unknown' ? undefined : app
}

/**
 * A page inside of Telegram has no tabs: its app opens what is of the web
 * (https://core.telegram.org/bots/webapps). That of Android decodes what is in a link once more than others
 * do, and the pairing in it with that.
 */
function openInTelegram(link: URL): boolean {
  const app = telegram()
  if (!app) return false
  const { protocol, hostname } = link
  const twice = (_: string, name: string, uri: string) => name + encodeURIComponent(uri)
  const isAndroid = app.platform?.startsWith('android')
  const href = isAndroid ? link.href.replace(/([?&]uri=)([^&#]*)/, twice) : link.href
  if (!protocol.startsWith('http')) return open(new URL(href), 'beside')
  const by = hostname === 't.me' ? app.openTelegramLink : app.openLink
  if (!by) return false
  try {
    by.call(app, href)
    return true
  } catch {
    return false
  }
}
