import { type Lines, longestFrame, tooMuch } from './lines'
import type { Perform } from './Perform'
import { whileHere } from './whileHere'

/** More than should wait to be sent, in characters. */
const mostWaiting = 4_000_000

/** As a browser closes what belongs to a page that is left (RFC 6455, 7.4.1). */
export const goingAway = 1001

/**
 * Sockets of text frames, to the origins that `allowed` names (`wss://server.example`) and no other. On a
 * page with https they are `wss:`.
 */
export const sockets =
  (lines: Lines, allowed: () => readonly string[]): Perform<'socket'> =>
  ({ url }, { signal, reply, emit }) => {
    const refusal = refusalOf(url, allowed())
    if (refusal) return reply({ type: 'failed', reason: refusal })
    whileHere(
      signal,
      end => {
        const socket = new WebSocket(url)
        end.signal.addEventListener('abort', () => socket.close(), { once: true })
        socket.addEventListener('open', () => {
          if (!end.signal.aborted)
            emit({ type: 'opened', socket: lines.open(text => send(socket, text), end.signal) })
        })
        socket.addEventListener('message', ({ data }) => {
          if (typeof data === 'string' && data.length <= longestFrame)
            return emit({ type: 'frame', text: data })
          end.abort()
          reply({ type: 'failed', reason: 'a frame is too long, or no text' })
        })
        socket.addEventListener('close', ({ code }) => {
          end.abort()
          reply({ type: 'closed', code })
        })
      },
      () => reply({ type: 'closed', code: goingAway }),
    )
  }

function send(socket: WebSocket, text: string): string | undefined {
  if (socket.readyState !== WebSocket.OPEN) return 'the socket is closed'
  if (socket.bufferedAmount + text.length > mostWaiting) return tooMuch
  socket.send(text)
  return undefined
}

/** Why a socket may not be opened. */
function refusalOf(url: string, allowed: readonly string[]): string | undefined {
  const { protocol, origin } = new URL(url)
  if (protocol !== 'wss:' && protocol !== 'ws:') return 'no socket has such a URL'
  if (protocol === 'ws:' && location.protocol === 'https:') return 'this page has https: wss only'
  return allowed.includes(origin) ? undefined : `${origin} is not granted`
}
