import type { Perform } from './Perform'

/** More than is ever said in one frame, in characters. */
export const longestFrame = 1_000_000

/** Says a frame; why not, where it cannot. */
export type Say = (frame: string) => string | undefined

/** The sockets and channels of a page that are open, by the names that they were opened with. */
export interface Lines {
  /** A line is open until `signal` says that it is not. Returns its name. */
  open(say: Say, signal: AbortSignal): number
  send: Perform<'send'>
}

/** No line is open yet. */
export function createLines(): Lines {
  const lines = new Map<number, Say>()
  let last = 0

  return {
    open(say, signal) {
      const name = ++last
      lines.set(name, say)
      signal.addEventListener('abort', () => lines.delete(name), { once: true })
      return name
    },
    send({ socket, text }, { reply }) {
      const say = lines.get(socket)
      const refusal =
        text.length > longestFrame ? tooMuch : say ? say(text) : 'the socket is closed'
      reply(refusal === undefined ? { type: 'done' } : { type: 'failed', reason: refusal })
    },
  }
}

/** Why a line does not take more. */
export const tooMuch = 'too much waits to be sent'
