import type { ProviderRpcError } from '../all/ProviderRpcError'
import type { Namespace } from '../generated/Namespace'

/** A request of the host. */
export type Call = { method: string; params?: unknown }

/** What this chunk needs of a provider of the entry. */
export interface Face {
  namespace: Namespace
  /** By event; true for those that hear one only. */
  listeners: { readonly [event: string]: Map<(value: never) => void, boolean> | undefined }
  /** The host's own class: this chunk has one too, of which the host knows nothing. */
  ProviderRpcError: typeof ProviderRpcError
}

/** The providers that were made, by namespace. */
export type Faces = { [K in Namespace]?: Face }
