import { askWaitMs, destroyed, type Link } from '../all/Link'
import { internalErrorCode } from '../all/rpcErrorOf'
import type { PageIntent, WritableStore } from '../entry/store'
import type { Answer } from './Engine'
import type { Life, Witness } from './life'

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

/** The way to a loaded engine: {@link Link}, without the waiting. */
export type Bridge = Link

/** Starts an engine in memory of its own; throws if it cannot be started. */
export type StartLife = (boot: string, witness: Witness) => Life

/** How often an engine is started again after a trap: so many times in so long. */
const mostRestarts = 2
const restartWindowMs = 60_000

interface Asked {
  request: string
  settle(answer: Answer): void
}

/**
 * Connects a page to its engine, which starts at the first call. An engine that traps is dropped: its
 * ops are aborted, open asks are rejected, the slice `failure` has the report, and a fresh one starts
 * from the latest snapshot. One whose second half does not come is dropped likewise, but the next one
 * starts only when it is needed: it would wait for the same file.
 */
export function createBridge(page: Page, startLife: StartLife): Bridge {
  const asked = new Map<number, Asked>()
  const waiting: { intent?: PageIntent; ask?: number }[] = []
  let traps: number[] = []
  let life: Life | undefined
  let isWhole = false
  let limit: ReturnType<typeof setTimeout> | undefined
  let isStarting = false
  let isDestroyed = false
  let lastAsk = 0

  function settle(id: number, answer: Answer) {
    const ask = asked.get(id)
    asked.delete(id)
    ask?.settle(answer)
  }

  function rejectAll(message: string) {
    waiting.length = 0
    for (const id of [...asked.keys()])
      settle(id, { type: 'error', error: { code: internalErrorCode, message } })
  }

  function endLife() {
    life?.end()
    life = undefined
    isWhole = false
    clearTimeout(limit)
    limit = undefined
  }

  function completed() {
    isWhole = true
    clearTimeout(limit)
  }

  function unloaded(error: unknown) {
    endLife()
    rejectAll(`The wallet connection did not load: ${String(error)}`)
    console.error('[latchkit]', error)
    page.abandon()
    page.store.publish('failure', { unexpected: { report: reportOf(error), isUnloaded: true } })
  }

  function trapped(error: unknown) {
    endLife()
    traps.push(Date.now())
    isStarting = true
    rejectAll('The wallet connection met an unexpected error')
    console.error('[latchkit] The engine stopped unexpectedly.', error)
    page.store.publish('failure', { unexpected: { report: reportOf(error), isUnloaded: false } })
    // Once the call that trapped has returned.
    queueMicrotask(() => {
      isStarting = false
      start({ thrown: error })
    })
  }

  /** Why no engine may be started now. */
  function refusal(): string | undefined {
    traps = traps.filter(at => at > Date.now() - restartWindowMs)
    if (isDestroyed) return destroyed
    return traps.length > mostRestarts ? 'The wallet connection failed too often' : undefined
  }

  /** Starts an engine if there is none, and hands over what waits. */
  function start(trap?: { thrown: unknown }) {
    if (life || isStarting) return
    const reason = refusal()
    if (reason) return rejectAll(reason)
    isStarting = true
    // Read first: a new engine begins by saying that nothing is open.
    const greeting = page.greet(trap)
    try {
      const witness = { publish: page.store.publish, settle, completed, unloaded, trapped }
      life = startLife(page.boot(), witness)
    } catch (error) {
      return trapped(error)
    }
    isStarting = false
    for (const intent of greeting) life?.dispatch(JSON.stringify(intent))
    flush()
  }

  /** The engine queues what comes while it is busy. */
  function flush() {
    for (let next = life && waiting.shift(); next; next = life && waiting.shift()) {
      const ask = next.ask && asked.get(next.ask)
      if (next.intent) life?.dispatch(JSON.stringify(next.intent))
      if (next.ask && ask) life?.ask(next.ask, ask.request)
    }
  }

  function enqueue(entry: { intent?: PageIntent; ask?: number }) {
    waiting.push(entry)
    start()
    flush()
  }

  return {
    send(intent) {
      enqueue({ intent })
    },
    ask(request) {
      return new Promise((resolve, reject) => {
        const id = ++lastAsk
        asked.set(id, {
          request: JSON.stringify(request),
          settle: answer =>
            answer.type === 'value' ? resolve(answer.value) : reject(answer.error),
        })
        enqueue({ ask: id })
        if (life && !isWhole) limit ??= setTimeout(unloaded, askWaitMs, isLate())
      })
    },
    async wake() {
      start()
      const reason = life ? undefined : refusal()
      if (reason) throw new Error(reason)
    },
    isAwake: () => life !== undefined,
    destroy() {
      isDestroyed = true
      endLife()
      rejectAll(destroyed)
    },
  }
}

const isLate = () => new Error('It was not ready within 20 seconds')

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '' } = error
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`
}
