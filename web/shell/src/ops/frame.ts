import type { Reply } from '../generated/Reply'
import { escapeText } from './escapeText'
import type { Lines } from './lines'
import type { Perform } from './Perform'

/** Where a frame is put, and what it is called by whoever does not see it. */
export interface FramePlacing {
  /** What a frame is appended to; none where there is no place for one. */
  host(): HTMLElement | undefined
  title: string
}

/** No answer of a frame is longer, in characters: `REPLY_BYTES` of `protocol`. */
const longestAnswer = 4 * 1024 * 1024
/** No window message of a frame that means us is longer, in characters. */
const longestText = 1024

/** What the page behind the frame may do; of the window around it nothing. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
const powers = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']

/**
 * Frames of other pages. Each time the page in one has loaded it is greeted with one port, if it is still of the origin
 * that was asked for, and all is said by that port. A frame shows nothing until somebody lays it over a place.
 */
export const placeFrame =
  (lines: Lines, { host, title }: FramePlacing): Perform<'frame'> =>
  ({ url, hello }, { signal, reply, emit }) => {
    const origin = originOf(url)
    const within = host()
    if (!origin || !within)
      return reply({ type: 'failed', reason: 'there is no such page, or no place for it' })
    const frame = unseenFrame(url, origin, title)
    const gone = new AbortController()
    let visit = new AbortController()

    const greet = () => {
      visit.abort()
      visit = new AbortController()
      const { port1: port, port2 } = new MessageChannel()
      visit.signal.addEventListener('abort', () => port.close(), { once: true })
      port.addEventListener('message', event => {
        const { data: text } = event
        if (!isText(event, longestAnswer)) closeAll(event)
        else if (text === escapeText) pressEscape(frame)
        else emit({ type: 'frame', text })
      })
      frame.contentWindow?.postMessage(hello, { targetOrigin: origin, transfer: [port2] })
      emit({
        type: 'opened',
        socket: lines.open(text => void port.postMessage(text), visit.signal),
      })
      port.start()
    }

    const hear = (event: MessageEvent) => {
      if (event.source && event.source === frame.contentWindow) emit(toldBy(event))
    }

    const remove = () => {
      gone.abort()
      visit.abort()
      frame.remove()
    }

    const refuse = (violation: SecurityPolicyViolationEvent) => {
      const { effectiveDirective, disposition, blockedURI } = violation
      const isOurs = effectiveDirective === 'frame-src' && originOf(blockedURI) === origin
      if (!isOurs || disposition !== 'enforce') return
      remove()
      reply({ type: 'failed', reason: 'policy' })
    }

    const whileThere = { signal: gone.signal }
    frame.addEventListener('load', greet, whileThere)
    document.addEventListener('securitypolicyviolation', refuse, whileThere)
    addEventListener('message', hear, whileThere)
    signal.addEventListener('abort', remove, { once: true })
    within.append(frame)
  }

/** A frame that loads and is neither seen nor reached. It is not `display: none`: then browsers let it wait. */
function unseenFrame(url: string, origin: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.className = 'Frame'
  frame.title = title
  frame.inert = true
  frame.allow = powers.map(power => `${power} ${origin}`).join('; ')
  frame.sandbox.value = sandbox
  frame.referrerPolicy = 'strict-origin'
  const { style } = frame
  style.position = 'absolute'
  style.inset = '0 auto auto 0'
  style.inlineSize = '1px'
  style.blockSize = '1px'
  style.border = 'none'
  style.visibility = 'hidden'
  frame.src = url
  return frame
}

/** Of a page that somebody can be spoken to at. */
function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null'
  return origin === 'null' ? undefined : origin
}

/** What lies around the frame hears the key as if it had been pressed there. Where nobody is in the frame nobody pressed it. */
function pressEscape(frame: HTMLIFrameElement) {
  if (frame.inert) return
  const press = { key: 'Escape', bubbles: true, cancelable: true }
  frame.dispatchEvent(new KeyboardEvent('keydown', press))
}

function toldBy(event: MessageEvent): Reply {
  const { data, origin, ports } = event
  closeAll(event)
  const text = typeof data === 'string' && data.length <= longestText ? { text: data } : {}
  const value = { origin, isFromFrame: true, ...text, ports: ports.length }
  return { type: 'event', name: 'message', value }
}

const isText = ({ data, ports }: MessageEvent, longest: number): boolean =>
  typeof data === 'string' && data.length <= longest && ports.length === 0

function closeAll({ ports }: MessageEvent) {
  for (const port of ports) port.close()
}
