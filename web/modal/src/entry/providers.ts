import type { Store } from '../../../shell/src/entry/store'
import { orProviderError } from '../all/ProviderRpcError'
import type { Latchkit } from '../all/surface'
import type { Namespace } from '../generated/Namespace'
import type { Engine } from './chunks'
import { createProvider, type ProviderParts } from './provider'
import type { Readings } from './readings'

/** A provider, and the way to end its events. */
type Made = ReturnType<typeof createProvider> & { end?: (() => void) | undefined }

/** The providers of an instance, one for each namespace. */
export interface Providers {
  /** That of a namespace, made at the first call; nothing where the host has no network of it, but of eip155. */
  get: Latchkit['getProvider']
  /** There is an engine: they tell what happens. */
  tellEvents(engine: Engine): void
  end(): void
}

export function createProviders(
  parts: Omit<ProviderParts, 'settled'> & { store: Store },
  { ready, getCaipNetworks }: Readings,
): Providers {
  const providers: { [K in Namespace]?: Made } = {}
  let engine: Engine | undefined

  const tell = (made: Made) => {
    made.end ??= engine?.tellEvents(parts.store, made.events)
  }

  /** A request of the host waits for the engine 20 s at most, then as long as the wallet takes to come back. */
  async function settled(namespace: Namespace) {
    await orProviderError(parts.ask({ type: 'request', namespace, method: 'eth_accounts' }))
    await ready(namespace)
  }

  return {
    get: ((namespace: Namespace = 'eip155') => {
      const known = providers[namespace]
      if (known) return known.provider
      if (namespace !== 'eip155' && !getCaipNetworks(namespace)[0]) return
      const made = createProvider({ ...parts, settled }, namespace)
      providers[namespace] = made
      tell(made)
      return made.provider
    }) as Providers['get'],
    tellEvents(loaded) {
      engine = loaded
      for (const one of Object.values(providers)) tell(one)
    },
    end() {
      for (const one of Object.values(providers)) one.end?.()
    },
  }
}
