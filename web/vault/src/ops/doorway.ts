import type { Reply } from '../../../shell/src/generated/Reply'
import { escapeText } from '../../../shell/src/ops/escapeText'
import { type Lines, longestFrame } from '../../../shell/src/ops/lines'
import type { Perform } from '../../../shell/src/ops/Perform'

/** A window message that may be let in. */
interface Knock {
  source: MessageEventSource
  origin: string
  ports: readonly MessagePort[]
}

/** What no window message of ours is longer than, in characters. */
const longestText = 1024
/** As many wait to be let in. The first of them goes when another comes: whoever means it asks again. */
const mostKnocks = 8

/**
 * The way from the host's page into the frame: window messages until one of them is let in, then the one port that
 * came with it. After that no window message is heard any more, for as long as the document lives.
 *
 * `parent` says who may knock at all; a page that is in no other has nobody. Whoever knocks before the module is there
 * is heard once it is.
 */
export function createDoorway(
  lines: Lines,
  parent: MessageEventSource | null,
): { parent: Perform<'parent'>; admit: Perform<'admit'> } {
  const knocks = new Map<number, Knock>()
  const over = new AbortController()
  let last = 0

  function hold(event: MessageEvent): number {
    const { source, origin, ports } = event
    last += 1
    if (source && source === parent) knocks.set(last, { source, origin, ports })
    else closeAll(ports)
    for (const [name, knock] of knocks) {
      if (knocks.size <= mostKnocks) break
      closeAll(knock.ports)
      knocks.delete(name)
    }
    return last
  }

  /** What is held of the others is let go: nobody else is ever let in. */
  function shut() {
    over.abort()
    for (const { ports } of knocks.values()) closeAll(ports)
    knocks.clear()
  }

  function said(event: MessageEvent): Reply {
    const { data, origin, source, ports } = event
    const isFromParent = source !== null && source === parent
    const text = typeof data === 'string' && data.length <= longestText ? { text: data } : {}
    const value = { origin, isFromParent, ...text, ports: ports.length, knock: hold(event) }
    return { type: 'event', name: 'message', value }
  }

  function listen(tell: (said: Reply) => void, signal: AbortSignal) {
    const signals = AbortSignal.any([signal, over.signal])
    addEventListener('message', event => tell(said(event)), { signal: signals })
  }

  const early: Reply[] = []
  const isEarly = new AbortController()
  listen(it => early.push(it) > mostKnocks && early.shift(), isEarly.signal)

  return {
    parent(_, { signal, emit }) {
      isEarly.abort()
      // Whoever knocks again and again gives the earlier ones up.
      for (const it of early.splice(0).reverse()) emit(it)
      listen(emit, signal)
    },
    admit({ knock, text }, { signal, emit, reply }) {
      const known = knocks.get(knock)
      const port = known?.ports[0]
      if (!port || known.ports.length !== 1)
        return reply({ type: 'failed', reason: 'nobody can be let in by this message' })
      known.source.postMessage(text, { targetOrigin: known.origin })
      knocks.delete(knock)
      shut()
      signal.addEventListener('abort', () => port.close(), { once: true })
      port.addEventListener('message', ({ data, ports }) => {
        if (typeof data !== 'string' || data.length > longestFrame || ports.length > 0)
          return closeAll(ports)
        emit({ type: 'frame', text: data })
      })
      const press = ({ key, isComposing, defaultPrevented }: KeyboardEvent) => {
        if (key === 'Escape' && !isComposing && !defaultPrevented) port.postMessage(escapeText)
      }
      addEventListener('keydown', press, { signal })
      emit({ type: 'opened', socket: lines.open(say => void port.postMessage(say), signal) })
      port.start()
    },
  }
}

function closeAll(ports: readonly MessagePort[]) {
  for (const port of ports) port.close()
}
