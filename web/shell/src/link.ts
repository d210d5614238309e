import type { Bridge } from './bridge'
import type { PageIntent } from './store'

/** The way to the engine, which can be used before the engine is loaded. */
export interface Link {
  /** Sends an intent; intents keep their order. Loads the engine. */
  send(intent: PageIntent): void
  /**
   * Asks, and waits for the answer as long as it takes. Rejects with an `RpcError`, which is −32603 if
   * the engine is not there within 20 s, cannot be loaded or traps. Loads the engine.
   */
  ask(request: object): Promise<unknown>
  /** Loads and starts the engine. Rejects with the reason if that fails; a later call tries again. */
  wake(): Promise<void>
  /** Whether the engine is there: what is sent now is done in this turn. */
  isAwake(): boolean
  /** Ends everything; open asks are rejected. */
  destroy(): void
}

/** How long an ask waits for the engine to be there. */
export const askWaitMs = 20_000

/** Holds what is sent until the bridge is loaded, then hands it over in order and steps aside. */
export function createLink(load: () => Promise<Bridge>): Link {
  const held = new Set<{ run(bridge: Bridge): void; fail(message: string): void }>()
  let bridge: Bridge | undefined
  let loading: Promise<Bridge> | undefined
  let isDestroyed = false

  function loaded(): Promise<Bridge> {
    if (isDestroyed) return Promise.reject(new Error(destroyed))
    loading ??= load().then(
      made => {
        bridge = made
        if (isDestroyed) made.destroy()
        for (const { run } of held) run(made)
        held.clear()
        return made
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function failAll(error: unknown) {
    for (const { fail } of held) fail(`The wallet connection did not load: ${String(error)}`)
    held.clear()
  }

  /** Returns the way to let go of it. */
  function hold(run: (bridge: Bridge) => void, fail: (message: string) => void = ignore) {
    const one = { run, fail }
    if (bridge) run(bridge)
    else {
      held.add(one)
      loaded().catch(failAll)
    }
    return () => held.delete(one)
  }

  return {
    send(intent) {
      hold(to => to.send(intent))
    },
    ask(request) {
      return new Promise((resolve, reject) => {
        const fail = (message: string) => {
          clearTimeout(limit)
          letGo()
          reject({ code: internalErrorCode, message })
        }
        const late = 'The wallet connection was not ready within 20 seconds'
        const limit = setTimeout(fail, askWaitMs, late)
        const letGo = hold(to => {
          clearTimeout(limit)
          to.ask(request).then(resolve, reject)
        }, fail)
      })
    },
    wake: async () => (await loaded()).wake(),
    isAwake: () => bridge?.isAwake() === true,
    destroy() {
      isDestroyed = true
      bridge?.destroy()
      failAll(destroyed)
    },
  }
}

const destroyed = 'Request was aborted: this Latchkit instance was destroyed'
/** JSON-RPC's "internal error". */
const internalErrorCode = -32603

/** Who asks next hears why. */
const ignore = () => undefined
