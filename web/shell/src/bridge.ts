import type { Answer } from './Engine'
import type { Life, Witness } from './life'
import type { Link } from './link'
import { internalErrorCode } from './ops/rpcErrorOf'
import type { PageIntent, WritableStore } from './store'

/** What a page gives to its engine. */
export interface Page {
  /** What an engine is told at its start, JSON text. Called for each engine, so that it is the latest. */
  boot(): string
  /** Where slices go. */
  store: Pick<WritableStore, 'publish'>
  /** What an engine is sent first: after a trap, what was going on. */
  greet(isRestart: boolean): PageIntent[]
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
 * from the latest snapshot.
 */
export function createBridge(page: Page, startLife: StartLife): Bridge {
  const asked = new Map<number, Asked>()
  const waiting: { intent?: PageIntent; ask?: number }[] = []
  let traps: number[] = []
  let life: Life | undefined
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

  function trapped(error: unknown) {
    life = undefined
    traps.push(Date.now())
    isStarting = true
    rejectAll('The wallet connection met an unexpected error')
    console.error('[latchkit] The engine stopped unexpectedly.', error)
    page.store.publish('failure', { unexpected: { report: reportOf(error) } })
    // Once the call that trapped has returned.
    queueMicrotask(() => {
      isStarting = false
      start(true)
    })
  }

  /** Why no engine may be started now. */
  function refusal(): string | undefined {
    traps = traps.filter(at => at > Date.now() - restartWindowMs)
    if (isDestroyed) return 'This Latchkit instance was destroyed'
    return traps.length > mostRestarts ? 'The wallet connection failed too often' : undefined
  }

  /** Starts an engine if there is none, and hands over what waits. */
  function start(isRestart = false) {
    if (life || isStarting) return
    const reason = refusal()
    if (reason) return rejectAll(reason)
    isStarting = true
    // Read first: a new engine begins by saying that nothing is open.
    const greeting = page.greet(isRestart)
    try {
      life = startLife(page.boot(), { publish: page.store.publish, settle, trapped })
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
      life?.end()
      life = undefined
      rejectAll('This Latchkit instance was destroyed')
    },
  }
}

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '' } = error
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`
}
