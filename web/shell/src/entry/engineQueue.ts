import { askWaitMs, destroyed, type EngineQueue, type LoadedEngine } from '../all/EngineQueue'
import * as codes from '../generated/codes'

/** Holds what is sent until the bridge is loaded, then hands it over in order and steps aside. */
export function createEngineQueue(load: () => Promise<LoadedEngine>): EngineQueue {
  const held = new Set<{ run(bridge: LoadedEngine): void; fail(message: string): void }>()
  let bridge: LoadedEngine | undefined
  let loading: Promise<LoadedEngine> | undefined
  let isDestroyed = false

  function loaded(): Promise<LoadedEngine> {
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
  function hold(run: (bridge: LoadedEngine) => void, fail: (message: string) => void = ignore) {
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
          reject({ code: codes.internal, message })
        }
        const late = 'The wallet connection was not ready within 20 seconds'
        const until = Date.now() + askWaitMs
        const limit = setTimeout(fail, askWaitMs, late)
        const letGo = hold(to => {
          clearTimeout(limit)
          to.ask(request, until).then(resolve, reject)
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

/** Who asks next hears why. */
const ignore = () => undefined
