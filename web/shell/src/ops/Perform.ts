import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'

/** The name of an op that a page may grant. */
export type OpName = Exclude<Op['type'], 'abort'>

/** How one op answers the engine. After an abort, or after the last reply, both functions do nothing. */
export interface OpContext {
  /** Aborted when nobody waits for the op any more. */
  readonly signal: AbortSignal
  /** The only reply, or the last one of a stream. */
  reply(reply: Reply): void
  /** One of many replies of a stream. */
  emit(reply: Reply): void
}

/**
 * Performs one op. It is called in the same turn as the intent that led to it, so a click's user
 * activation still holds. What it throws becomes a `failed` reply.
 */
export type Perform<K extends OpName> = (
  op: Extract<Op, { type: K }>,
  context: OpContext,
) => void | Promise<void>

/** What a page lets its engine do: an op that is not here is answered with `failed`. */
export type Ops = { readonly [K in OpName]?: Perform<K> }
