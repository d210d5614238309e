import type { Reply } from '../generated/Reply'
import type { Perform } from './Perform'

/** More than a relay ever says in one frame, and more than should wait to be sent, in characters. */
const longestFrame = 1_000_000
const mostWaiting = 4_000_000

const notHere = 'the socket is closed'

/**
 * Sockets of text frames, to the origins that `allowed` names (`https://server.example`) and no other. On
 * a page with https they are `wss:`.
 */
export function sockets(allowed: () => readonly string[]): {
  socket: Perform<'socket'>
  send: Perform<'send'>
} {
  const open = new Map<number, WebSocket>()
  let last = 0

  return {
    socket({ url }, { signal, reply, emit }) {
      const refusal = refusalOf(url, allowed())
      if (refusal) return reply({ type: 'failed', reason: refusal })
      const handle = ++last
      const socket = new WebSocket(url)
      const close = (code?: number) => {
        open.delete(handle)
        socket.close(code)
      }
      const end = (reason: Reply) => {
        close()
        reply(reason)
      }
      socket.addEventListener('open', () => {
        if (signal.aborted) return
        open.set(handle, socket)
        emit({ type: 'opened', socket: handle })
      })
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.length <= longestFrame)
          return emit({ type: 'frame', text: data })
        end({ type: 'failed', reason: 'a frame is too long, or no text' })
      })
      socket.addEventListener('close', ({ code }) => end({ type: 'closed', code }))
      signal.addEventListener('abort', () => close(), { once: true })
    },
    send({ socket, text }, { reply }) {
      const to = open.get(socket)
      if (to?.readyState !== WebSocket.OPEN) return reply({ type: 'failed', reason: notHere })
      if (text.length > longestFrame || to.bufferedAmount + text.length > mostWaiting)
        return reply({ type: 'failed', reason: 'too much waits to be sent' })
      to.send(text)
      reply({ type: 'done' })
    },
  }
}

/** Why a socket may not be opened. */
function refusalOf(url: string, allowed: readonly string[]): string | undefined {
  const { protocol, host } = new URL(url)
  if (protocol !== 'wss:' && protocol !== 'ws:') return 'no socket has such a URL'
  if (protocol === 'ws:' && location.protocol === 'https:') return 'this page has https: wss only'
  const origin = `${protocol === 'wss:' ? 'https:' : 'http:'}//${host}`
  return allowed.includes(origin) ? undefined : `${origin} is not granted`
}
