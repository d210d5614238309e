/** The engine as its glue hands it out. All text is JSON. Any call may throw: then it has trapped. */
export interface Engine {
  dispatch(intent: string): void
  ask(id: number, request: string): void
  reply(id: number, reply: string): void
  /** The second half is there: what waited for it is done. */
  complete(): void
}

/**
 * What the engine calls. In one turn it publishes first, then answers, then performs, all before the
 * call that led to it returns; calling the engine from inside is allowed, it queues the call.
 */
export interface Host {
  publish(slice: string, value: string): void
  answer(id: number, answer: string): void
  perform(id: number, op: string): void
}

/** What the engine answers to an ask. */
export type Answer =
  | { type: 'value'; value: unknown }
  | { type: 'error'; error: { code: number; message: string; data?: unknown } }
