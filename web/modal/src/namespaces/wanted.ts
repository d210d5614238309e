import { warnOnce } from '../../../shell/src/warnOnce'
import type { Adapter, Announce } from './Adapter'

/** Loads the chunk of a namespace. */
export type LoadAdapter = () => Promise<Adapter>

/** An adapter that is on the page, or on its way there. */
interface Held {
  holders: number
  stop?: () => void
}

/** What the instances of the page want, by name: an adapter is there once for all of them. */
const held = new Map<string, Held>()

/** The namespaces whose wallets one instance wants. */
export interface Wanted {
  /** Has their wallets announced. A name that nothing is known of, or that is wanted already, does nothing. */
  want(names: readonly string[]): void
  /** Wants nothing any more. Adapters that nobody wants leave the page. */
  release(): void
}

/** Nothing is loaded before it is wanted. A chunk that cannot be loaded is warned of. */
export function wantedAdapters(
  loads: { readonly [name: string]: LoadAdapter | undefined },
  announce: Announce,
): Wanted {
  const mine = new Map<string, Held>()

  async function hold(name: string, load: LoadAdapter, one: Held) {
    try {
      const { discover } = await load()
      if (one.holders > 0) one.stop = discover(announce)
    } catch (error) {
      warnOnce(`The wallets of ${name} could not be loaded. ${(error as Error).message}`)
      mine.delete(name)
      held.delete(name)
    }
  }

  return {
    want(names) {
      for (const name of names) {
        const load = loads[name]
        if (!load || mine.has(name)) continue
        const known = held.get(name)
        const one = known ?? { holders: 0 }
        one.holders++
        mine.set(name, one)
        held.set(name, one)
        if (!known) void hold(name, load, one)
      }
    },
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
