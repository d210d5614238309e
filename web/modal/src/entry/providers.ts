import type { Latchkit } from '../all/surface'
import type { Namespace } from '../generated/Namespace'
import { createProvider, type Provided, type ProviderParts } from './provider'
import type { Readings } from './readings'

/** The providers of an instance, one for each namespace. */
export interface Providers {
  /** Those that were asked for. */
  made: { readonly [K in Namespace]?: Provided }
  /** That of a namespace, made at the first call; nothing where the host has no network of it, but of eip155. */
  get: Latchkit['getProvider']
}

export function createProviders(parts: ProviderParts, { getCaipNetworks }: Readings): Providers {
  const made: { [K in Namespace]?: Provided } = {}
  return {
    made,
    get: ((namespace: Namespace = 'eip155') => {
      if (namespace === 'eip155' || getCaipNetworks(namespace)[0])
        made[namespace] ??= createProvider(parts, namespace)
      return made[namespace]?.provider
    }) as Providers['get'],
  }
}
