import { type Lines, longestFrame } from './lines'
import type { Perform } from './Perform'
import { goingAway } from './socket'
import { whileHere } from './whileHere'

/** Lines to the other tabs. What is no text, or too long, is none of ours and not heard. */
export const channels =
  (lines: Lines): Perform<'channel'> =>
  ({ name }, { signal, reply, emit }) =>
    whileHere(
      signal,
      end => {
        const channel = new BroadcastChannel(name)
        channel.addEventListener('message', ({ data }) => {
          if (typeof data === 'string' && data.length <= longestFrame)
            emit({ type: 'frame', text: data })
        })
        end.signal.addEventListener('abort', () => channel.close(), { once: true })
        const say = (text: string) => void channel.postMessage(text)
        emit({ type: 'opened', socket: lines.open(say, end.signal) })
      },
      () => reply({ type: 'closed', code: goingAway }),
    )
