import type { PageIntent } from '../entry/store'

/** The way to the engine, which can be used before the engine is loaded. */
export interface EngineQueue {
  /** Sends an intent; intents keep their order. Loads the engine. */
  send(intent: PageIntent): void
  /**
   * Asks, and waits for the answer as long as it takes. Rejects with an `RpcError`, which is −32603 if
   * the engine is not there within 20 s, cannot be loaded or traps. Loads the engine.
   */
  ask(request: object): Promise<unknown>
  /** Loads and starts the engine. Rejects with the reason if that fails; a later call tries again. */
  wake(): Promise<void>
  /** Whether the engine is there: what is sent now is done in this turn. */
  isAwake(): boolean
  /** Ends everything; open asks are rejected. */
  destroy(): void
}

/** The way to an engine that is loaded, though perhaps not whole. */
export interface LoadedEngine extends Omit<EngineQueue, 'ask'> {
  /** As {@link EngineQueue.ask}. `until` is when the engine must be whole, in milliseconds since 1970. */
  ask(request: object, until: number): Promise<unknown>
}

/** How long an ask waits for the engine to be loaded and whole, in all. */
export const askWaitMs = 20_000

/** What an ask hears that is open when its instance goes. */
export const destroyed = 'Request was aborted: instance destroyed'
