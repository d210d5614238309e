import type { Store } from '../../../shell/src/entry/store'
import type { Latchkit } from '../all/surface'
import type { AskWalletParts } from '../engine/askWallet'
import type { Namespace } from '../generated/Namespace'
import type { Engine } from './chunks'
import { createProvider } from './provider'
import type { Readings } from './readings'

/** A provider, and the way to end its events. */
type Made = ReturnType<typeof createProvider> & { end?: (() => void) | undefined }

/** The providers of an instance, one for each namespace. */
export interface Providers {
  /** That of a namespace, made at the first call; nothing where the host has no network of it, but of eip155. */
  get: Latchkit['getProvider']
  /** There is an engine: they tell what happens. */
  tellEvents(): void
  end(): void
}

export function createProviders(
  parts: AskWalletParts & { store: Store; engine(): Engine | undefined },
  { getCaipNetworks }: Readings,
): Providers {
  const providers: { [K in Namespace]?: Made } = {}

  const tell = (made: Made) => {
    made.end ??= parts.engine()?.tellEvents(parts.store, made.face)
  }

  return {
    get: ((namespace: Namespace = 'eip155') => {
      const known = providers[namespace]
      if (known) return known.provider
      if (namespace !== 'eip155' && !getCaipNetworks(namespace)[0]) return
      const made = createProvider(
        { ...parts, askWallet: (...asked) => parts.engine()?.askWallet(parts, ...asked) },
        namespace,
      )
      providers[namespace] = made
      tell(made)
      return made.provider
    }) as Providers['get'],
    tellEvents() {
      for (const one of Object.values(providers)) tell(one)
    },
    end() {
      for (const one of Object.values(providers)) one.end?.()
    },
  }
}
