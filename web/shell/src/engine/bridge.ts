import type { LoadedEngine } from '../all/EngineQueue'
import { createAsks } from './asks'
import type { EngineSession } from './session'
import { createSupervisor, type Page, type StartSession } from './supervisor'

/** The way to a loaded engine. */
export type Bridge = LoadedEngine

/**
 * Connects a page to its engine, which starts at the first call. What is sent while it starts is handed
 * over in order; when it ends, open asks are rejected.
 */
export function createBridge(page: Page, startSession: StartSession): Bridge {
  const asks = createAsks()
  let waiting: ((session: EngineSession) => void)[] = []
  let isWhole = false
  let limit: ReturnType<typeof setTimeout> | undefined

  const supervisor = createSupervisor(page, startSession, {
    answer: asks.answer,
    started: flush,
    completed() {
      isWhole = true
      clearTimeout(limit)
    },
    ended(reason) {
      isWhole = false
      clearTimeout(limit)
      limit = undefined
      waiting = []
      asks.rejectAll(reason)
    },
  })
  const { engine, start, refusal, unloaded, destroy } = supervisor

  /** The engine queues what comes while it is busy. */
  function flush() {
    for (let session = engine(); session && waiting.length > 0; session = engine())
      waiting.shift()?.(session)
  }

  function enqueue(call: (session: EngineSession) => void) {
    waiting.push(call)
    start()
    flush()
  }

  return {
    send(intent) {
      enqueue(session => session.dispatch(JSON.stringify(intent)))
    },
    ask(request, until) {
      const { id, answer } = asks.open(request)
      if (!isWhole) limit ??= setTimeout(unloaded, until - Date.now(), isLate())
      enqueue(session => {
        const text = asks.request(id)
        if (text) session.ask(id, text)
      })
      return answer
    },
    async wake() {
      start()
      const reason = engine() ? undefined : refusal()
      if (reason) throw new Error(reason)
    },
    isAwake: () => engine() !== undefined,
    destroy,
  }
}

const isLate = () => new Error('It did not load within 20 seconds')
