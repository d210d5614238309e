import { askWaitMs, destroyed, type EngineQueue, type LoadedEngine } from '../all/EngineQueue'
import * as codes from '../generated/codes'

/** What waits for the bridge: hears that it is there, or why it is not. */
type Held = (bridge: LoadedEngine | undefined, reason?: string) => void

/** Holds what is sent until the bridge is loaded, then hands it over in order and steps aside. */
export function createEngineQueue(load: () => Promise<LoadedEngine>): EngineQueue {
  const held = new Set<Held>()
  let bridge: LoadedEngine | undefined
  let loading: Promise<LoadedEngine> | undefined
  let isDestroyed = false

  function loaded(): Promise<LoadedEngine> {
    if (isDestroyed) return Promise.reject(new Error(destroyed))
    loading ??= load().then(
      made => {
        bridge = made
        if (isDestroyed) made.destroy()
        release()
        return made
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function release(reason?: string) {
    for (const one of held) one(bridge, reason)
    held.clear()
  }

  function hold(one: Held) {
    if (bridge) return one(bridge)
    held.add(one)
    loaded().catch((error: unknown) =>
      release(`The wallet connection did not load: ${String(error)}`),
    )
  }

  return {
    // Who asks next hears why it is not there.
    send: intent => hold(to => to?.send(intent)),
    ask: request =>
      new Promise((resolve, reject) => {
        const until = Date.now() + askWaitMs
        const one: Held = (
          to,
          message = 'The wallet connection did not load within 20 seconds',
        ) => {
          clearTimeout(limit)
          held.delete(one)
          if (to) to.ask(request, until).then(resolve, reject)
          else reject({ code: codes.internal, message })
        }
        const limit = setTimeout(one, askWaitMs)
        hold(one)
      }),
    wake: async () => (await loaded()).wake(),
    isAwake: () => bridge?.isAwake() === true,
    destroy() {
      isDestroyed = true
      bridge?.destroy()
      release(destroyed)
    },
  }
}
