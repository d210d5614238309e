import type { EngineQueue } from '../../../shell/src/all/EngineQueue'
import type { PageIntent, State, WritableStore } from '../../../shell/src/entry/store'
import { isAnyoneThere, modalBefore, routeBefore, takenBy } from '../all/state'
import type { Ask } from '../generated/Ask'
import { connectionMethods } from '../generated/methods'
import type { Namespace } from '../generated/Namespace'
import type { View } from '../generated/View'
import type { Chunks, Views } from './chunks'
import { ignore } from './complain'

/** What is to be opened. The engine knows which views there are. */
export type Opened = {
  view?: string | undefined
  namespace?: Namespace | undefined
  uri?: string | undefined
}

/** Opens and closes the modal of an instance, whether the engine and the views are there or not. */
export interface Opening {
  open(opened: Opened): void
  /** What was opened last. */
  opened(): Opened
  /** Opens what was opened last again, after a failure. */
  reopen(): void
  /** Nobody but the engine can say that the dialog has to stay. */
  leave(intent: PageIntent): void
  /** Sends an intent of a view. */
  send(intent: PageIntent): void
  /** Asks the engine. What leads to the Connect view paints the dialog while the engine loads. */
  ask(what: Ask): Promise<unknown>
  /** The views, if they are there already and the engine is too. */
  ready(): Views | undefined
  /** The views, if they are on their way or there. */
  coming(): Promise<Views> | undefined
  /** Loads the views and starts the engine. */
  load(): Promise<Views>
}

/**
 * Opens over the engine behind `queue` and the views of `chunks`, which are loaded when they are needed.
 * Until then `unconnected` says what shows where nobody is connected.
 */
export function createOpening(
  store: WritableStore,
  queue: EngineQueue,
  chunks: Chunks,
  unconnected: () => View,
): Opening {
  let last: Opened = {}
  let views: Views | undefined
  let coming: Promise<Views> | undefined

  /** What the engine says, once it is there. */
  const show = (isOpen: boolean, taken: State['taken'] = {}) => {
    store.publish('taken', taken)
    if (queue.isAwake()) return
    store.publish('route', routeBefore(store.get(), last, unconnected()))
    store.publish('modal', modalBefore(isOpen))
  }

  async function loadViews() {
    coming ??= chunks.views()
    coming.catch(() => {
      coming = undefined
    })
    views = await coming
    return views
  }

  /** `taken` is what was chosen before something failed: an engine that did not come never heard of it. */
  function open({ view, namespace, uri }: Opened, taken: State['taken'] = {}) {
    last = { view, namespace, uri }
    show(true, taken)
    queue.send({ type: 'open', view, namespace })
    if (uri) queue.send({ type: 'showUri', uri })
    if (taken.type) queue.send(taken as PageIntent)
    if (queue.isAwake()) store.publish('failure', {})
    else queue.wake().then(() => store.publish('failure', {}), ignore)
  }

  function leave(intent: PageIntent) {
    if (store.get().modal.open) queue.send(intent)
    show(false)
  }

  return {
    open,
    opened: () => last,
    reopen: () => open(last, store.get().taken),
    leave,
    send(intent) {
      if (intent.type === 'open') open(intent)
      else if (intent.type === 'close' || intent.type === 'dismiss') leave(intent)
      else {
        store.publish('taken', takenBy(intent))
        queue.send(intent)
      }
    },
    ask(what) {
      const answer = queue.ask(what)
      const wantsConnection =
        what.type === 'request' && connectionMethods.test(`${what.namespace}:${what.method}`)
      if (wantsConnection && !queue.isAwake() && !isAnyoneThere(store.get().accounts)) {
        last = { namespace: what.namespace }
        show(true)
      }
      return answer
    },
    ready: () => (queue.isAwake() || store.get().failure.unexpected ? views : undefined),
    coming: () => coming,
    async load() {
      const wake = queue.wake().catch((error: unknown) => {
        if (!store.get().failure.unexpected) throw error
      })
      const [loaded] = await Promise.all([loadViews(), wake])
      await loaded.arrived(store)
      return loaded
    },
  }
}
