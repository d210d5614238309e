import { heartbeat, type TakeLock } from './heartbeat'
import type { Perform } from './Perform'
import { whileHere } from './whileHere'

/** Stream: a Web Lock, or a heartbeat where the browser has none or refuses it. */
export const lock: Perform<'lock'> = ({ name }, { signal, emit, reply }) =>
  whileHere(
    signal,
    end => {
      let isHeld = false
      const held = () => {
        isHeld = true
        emit({ type: 'done' })
      }
      webLock(name, end.signal, held)
        .catch((error: unknown) => {
          if (isHeld) throw error
          return heartbeat(name, end.signal, held)
        })
        .catch(() => {
          end.abort()
          reply({ type: 'failed', reason: 'the lock was lost' })
        })
    },
    () => reply({ type: 'failed', reason: 'the page was left' }),
  )

/** Pages without https, and browsers of before 2022, have no `navigator.locks`. */
const webLock: TakeLock = async (name, signal, held) => {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) throw new Error('no locks')
  const untilLetGo = new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const taken = locks.request(name, { signal }, () => {
    held()
    return untilLetGo
  })
  await taken.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
