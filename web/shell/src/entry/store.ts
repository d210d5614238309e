/**
 * Slices by name. A page declares its own by merging into this interface:
 * `declare module '…/shell/src/store' { interface Slices { modal: Modal } }`.
 */
export interface Slices {
  /** Set by the bridge when an engine trapped, or could not be had whole; taken back by the page. */
  failure: { unexpected?: { report: string; isUnloaded: boolean } }
}

/** Intents by page. A page declares its own by merging into this interface, as with {@link Slices}. */
export interface Intents {
  /** No page: a store that only shows. */
  none: never
}

/** All slices of the page. A slice that did not change keeps its identity. */
export type State = Readonly<Slices>

/** What the views of the page may send to its engine. */
export type PageIntent = Intents[keyof Intents]

/** What views see: slices to show, and a way to send intents. Unless it is said, those of the modal. */
export interface Store<S extends object = State, I = PageIntent> {
  /** The state now. The same object until a slice changes. */
  get(): S
  /** Calls `listener` after every change. Returns the unsubscribe. */
  subscribe(listener: () => void): () => void
  /** Sends an intent to the engine; it is queued while the engine is not there. */
  send(intent: I): void
}

/** What the bridge sees besides: a store that it may change. */
export interface WritableStore<S extends object = State, I = PageIntent> extends Store<S, I> {
  /** Replaces one slice. A value of the same JSON changes nothing. */
  publish<K extends keyof S>(slice: K, value: S[K]): void
}

/**
 * A store over `initial`. An error thrown by a listener is reported to the page (`error` event) and
 * never reaches the engine that is publishing.
 */
export function createStore<S extends object = State, I = PageIntent>(
  initial: S,
  send: (intent: I) => void,
): WritableStore<S, I> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    subscribe(listener) {
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    send,
    publish(slice, value) {
      if (JSON.stringify(state[slice]) === JSON.stringify(value)) return
      state = { ...state, [slice]: value }
      for (const listener of [...listeners]) {
        try {
          listener()
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
