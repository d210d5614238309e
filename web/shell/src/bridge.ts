import type { Answer } from './Engine'
import type { Life, Witness } from './life'
import type { PageIntent, WritableStore } from './store'

/** What a page gives to {@link createBridge}. */
export interface Page {
  /**
   * Loads the engine: resolves with the function that starts one in memory of its own, again after a
   * trap. Called on first need, and at the next need after it failed.
   */
  load(): Promise<(boot: string, witness: Witness) => Life>
  /** What an engine is told at its start, JSON text. Called for each engine, so that it is the latest. */
  boot(): string
  /** Where slices go. */
  store: Pick<WritableStore, 'publish'>
  /** What an engine is sent first: after a trap, what was going on. */
  greet?(isRestart: boolean): PageIntent[]
}

/** The way to the engine. It can be used before the engine is there. */
export interface Bridge {
  /** Sends an intent; intents keep their order. Wakes the engine. */
  send(intent: PageIntent): void
  /**
   * Asks, and waits for the answer as long as it takes. Rejects with an `RpcError`, which is −32603 if
   * the engine is not there within 20 s or traps. Wakes the engine.
   */
  ask(request: object): Promise<unknown>
  /** Loads and starts the engine. Rejects with the reason if that fails. */
  wake(): Promise<void>
  /** Whether the engine is there: what is sent now is done in this turn. */
  isAwake(): boolean
  /** Takes back intents that no engine has seen yet. Returns whether anything else still waits. */
  withdraw(isUnwanted: (intent: PageIntent) => boolean): boolean
  /** Ends everything; open asks are rejected. */
  destroy(): void
}

/** How long an ask waits for the engine to be there. */
export const askWaitMs = 20_000
/** How often an engine is started again after a trap: so many times in so long. */
const mostRestarts = 2
const restartWindowMs = 60_000

interface Ask {
  request: string
  settle(answer: Answer): void
  limit?: ReturnType<typeof setTimeout>
}

/** Connects a page to its engine. */
export function createBridge(page: Page): Bridge {
  const asked = new Map<number, Ask>()
  const waiting: { intent?: PageIntent; ask?: number }[] = []
  let traps: number[] = []
  let startLife: Awaited<ReturnType<Page['load']>> | undefined
  let life: Life | undefined
  let waking: Promise<void> | undefined
  let isDestroyed = false
  let lastAsk = 0

  function settle(id: number, answer: Answer) {
    const ask = asked.get(id)
    asked.delete(id)
    clearTimeout(ask?.limit)
    ask?.settle(answer)
  }

  function rejectAll(message: string) {
    waiting.length = 0
    for (const id of [...asked.keys()]) settle(id, internalError(message))
  }

  function trapped(error: unknown): Promise<void> {
    life = undefined
    waking = undefined
    traps.push(Date.now())
    rejectAll('The wallet connection met an unexpected error')
    const restarted = wake(true)
    console.error('[latchkit] The engine stopped unexpectedly.', error)
    page.store.publish('failure', { unexpected: { report: reportOf(error) } })
    return restarted
  }

  async function start(isRestart: boolean) {
    // Also after a trap this waits for a microtask, so that the call that trapped has returned.
    startLife = await (startLife ?? page.load())
    if (isDestroyed) return
    life = startLife(page.boot(), {
      publish: page.store.publish,
      settle,
      trapped: error => void trapped(error).catch(ignore),
    })
    for (const intent of page.greet?.(isRestart) ?? []) life?.dispatch(JSON.stringify(intent))
    flush()
  }

  function wake(isRestart = false): Promise<void> {
    traps = traps.filter(at => at > Date.now() - restartWindowMs)
    if (isDestroyed || traps.length > mostRestarts) {
      const reason = isDestroyed ? destroyed : 'The wallet connection failed too often'
      rejectAll(reason)
      return Promise.reject(new Error(reason))
    }
    waking ??= start(isRestart).catch((error: unknown) => {
      if (error instanceof WebAssembly.RuntimeError) return trapped(error)
      waking = undefined
      rejectAll(`The wallet connection could not be loaded: ${String(error)}`)
      throw error
    })
    return waking
  }

  /** Hands over what waits; the engine queues what comes while it is busy. */
  function flush() {
    for (let next = life && waiting.shift(); next; next = life && waiting.shift()) {
      const ask = asked.get(next.ask ?? 0)
      clearTimeout(ask?.limit)
      if (next.intent) life?.dispatch(JSON.stringify(next.intent))
      if (next.ask && ask) life?.ask(next.ask, ask.request)
    }
  }

  function enqueue(entry: { intent?: PageIntent; ask?: number }) {
    waiting.push(entry)
    if (life) flush()
    else wake().catch(ignore)
  }

  return {
    send(intent) {
      if (!isDestroyed) enqueue({ intent })
    },
    ask(request) {
      return new Promise((resolve, reject) => {
        const id = ++lastAsk
        const late = internalError('The wallet connection was not ready within 20 seconds')
        asked.set(id, {
          request: JSON.stringify(request),
          settle: answer =>
            answer.type === 'value' ? resolve(answer.value) : reject(answer.error),
          limit: setTimeout(() => settle(id, late), askWaitMs),
        })
        enqueue({ ask: id })
      })
    },
    wake: () => wake(),
    isAwake: () => life !== undefined,
    withdraw(isUnwanted) {
      const kept = waiting.filter(({ intent }) => !intent || !isUnwanted(intent))
      waiting.splice(0, waiting.length, ...kept)
      return kept.length > 0
    },
    destroy() {
      isDestroyed = true
      life?.end()
      life = undefined
      rejectAll(destroyed)
    },
  }
}

const destroyed = 'This Latchkit instance was destroyed'

/** Who asks next hears why. */
const ignore = () => undefined

/** JSON-RPC's "internal error". */
const internalError = (message: string): Answer => ({
  type: 'error',
  error: { code: -32603, message },
})

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '' } = error
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`
}
