import { destroyed } from '../all/EngineQueue'
import type { PageIntent, WritableStore } from '../entry/store'
import type { EngineEvents, EngineSession } from './session'

/** What a page gives to its engine. */
export interface Page {
  /** What an engine is told at its start, JSON text. Called for each engine, so that it is the latest. */
  boot(): string
  /** Where slices go. */
  store: Pick<WritableStore, 'publish'>
  /** What an engine is sent first: after a trap, what was going on, and what was thrown. */
  greet(trap?: { thrown: unknown }): PageIntent[]
  /** There is no engine until somebody needs one again: nothing that was going on will end. */
  abandon(): void
}

/** Starts an engine in memory of its own; throws if it cannot be started. */
export type StartSession = (boot: string, events: EngineEvents) => EngineSession

/** How often an engine is started again after a trap: so many times in so long. */
const mostRestarts = 2
const restartWindowMs = 60_000

/** Who hears of the engines that come and go. */
interface Listener extends Pick<EngineEvents, 'answer' | 'completed'> {
  started(): void
  /** What waited for the engine waits for nothing. */
  ended(reason: string): void
}

/** One engine, or none. */
export interface Supervisor {
  engine(): EngineSession | undefined
  /** Starts an engine if there is none. */
  start(): void
  /** Why no engine may be started now. */
  refusal(): string | undefined
  /** The engine cannot be had whole. */
  unloaded(error: unknown): void
  destroy(): void
}

/**
 * Keeps one engine for a page. One that traps is dropped: its ops are aborted, the slice `failure` has
 * the report, and a fresh one starts from the latest snapshot. One whose second half does not come is
 * dropped likewise, but the next one starts only when it is needed: it would wait for the same file.
 */
export function createSupervisor(
  page: Page,
  startSession: StartSession,
  listener: Listener,
): Supervisor {
  let traps: number[] = []
  let session: EngineSession | undefined
  let isStarting = false
  let isDestroyed = false

  function end(reason: string) {
    session?.end()
    session = undefined
    listener.ended(reason)
  }

  function publishFailure(error: unknown, isUnloaded: boolean) {
    page.store.publish('failure', { unexpected: { report: reportOf(error), isUnloaded } })
  }

  function unloaded(error: unknown) {
    end(`The wallet connection did not load: ${String(error)}`)
    console.error('[latchkit]', error)
    page.abandon()
    publishFailure(error, true)
  }

  function trapped(error: unknown) {
    traps.push(Date.now())
    isStarting = true
    end('The wallet connection met an unexpected error')
    console.error('[latchkit] The engine stopped unexpectedly.', error)
    publishFailure(error, false)
    // Once the call that trapped has returned.
    queueMicrotask(() => {
      isStarting = false
      start({ thrown: error })
    })
  }

  function refusal(): string | undefined {
    traps = traps.filter(at => at > Date.now() - restartWindowMs)
    if (isDestroyed) return destroyed
    return traps.length > mostRestarts ? 'The wallet connection failed too often' : undefined
  }

  function start(trap?: { thrown: unknown }) {
    if (session || isStarting) return
    const reason = refusal()
    if (reason) return listener.ended(reason)
    isStarting = true
    // Read first: a new engine begins by saying that nothing is open.
    const greeting = page.greet(trap)
    const { answer, completed } = listener
    try {
      const events = { publish: page.store.publish, answer, completed, unloaded, trapped }
      session = startSession(page.boot(), events)
    } catch (error) {
      return trapped(error)
    }
    isStarting = false
    for (const intent of greeting) session?.dispatch(JSON.stringify(intent))
    listener.started()
  }

  return {
    engine: () => session,
    start: () => start(),
    refusal,
    unloaded,
    destroy() {
      isDestroyed = true
      end(destroyed)
    },
  }
}

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '' } = error
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`
}
