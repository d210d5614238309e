import { warnOnce } from '../../../shell/src/all/warnOnce'
import type { Adapter, Announce } from '../namespaces/Adapter'

/** Loads the chunk of a namespace. */
export type LoadAdapter = () => Promise<Adapter>

/** An adapter that is on the page, or on its way there. */
interface Held {
  holders: number
  /** Whether its chunk was asked for; no longer if it could not be loaded. */
  isAsked: boolean
  stop?: () => void
}

/** What the instances of the page want, by name: an adapter is there once for all of them. */
const held = new Map<string, Held>()

/** The namespaces whose wallets one instance wants. */
export interface Wanted {
  /** Has their wallets announced. A name that nothing is known of, or that is there already, does nothing. */
  want(names: readonly string[]): void
  /** Loads again what is wanted and could not be loaded, for all who want it. */
  retry(): void
  /** Wants nothing any more. Adapters that nobody wants leave the page. */
  release(): void
}

/** Nothing is loaded before it is wanted. A chunk that cannot be loaded is warned of. */
export function wantedAdapters(
  loads: { readonly [name: string]: LoadAdapter | undefined },
  announce: Announce,
  warn: (text: string) => void = warnOnce,
): Wanted {
  const mine = new Map<string, Held>()

  async function bring(name: string, one: Held) {
    if (one.isAsked) return
    one.isAsked = true
    try {
      const adapter = await loads[name]?.()
      if (one.holders > 0) one.stop = adapter?.discover(announce)
    } catch (error) {
      warn(`The wallets of ${name} could not be loaded. ${(error as Error).message}`)
      one.isAsked = false
    }
  }

  function retry() {
    for (const [name, one] of mine) void bring(name, one)
  }

  return {
    want(names) {
      for (const name of names) {
        if (!loads[name] || mine.has(name)) continue
        const one = held.get(name) ?? { holders: 0, isAsked: false }
        one.holders++
        mine.set(name, one)
        held.set(name, one)
      }
      retry()
    },
    retry,
    release() {
      for (const [name, one] of mine) {
        if (--one.holders > 0) continue
        held.delete(name)
        one.stop?.()
      }
      mine.clear()
    },
  }
}
