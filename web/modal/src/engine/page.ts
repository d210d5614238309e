import type { Page } from '../../../shell/src/engine/supervisor'
import type { PageIntent, WritableStore } from '../../../shell/src/entry/store'
import { hasStoredConnection } from '../all/snapshot'
import { unreadable } from '../all/stored'
import { warn } from '../all/warn'
import type { Settings } from '../entry/options'
import type { Boot } from '../generated/Boot'
import type { Snapshot } from '../generated/Snapshot'
import { configOf } from './config'
import { takeWayBack } from './takeWayBack'
import { trapOf } from './trapOf'

/** What an instance tells the chunk of the engine. */
export interface PageParts {
  name: string
  settings(): Settings
  /** What is stored now; `tell` hears of an item that cannot be read. */
  snapshot(tell?: (key: string) => void): Snapshot | undefined
  store: Pick<WritableStore, 'get' | 'publish'>
  /** What has to come before the second half of the engine does: the views, if they are on their way. */
  first(): Promise<unknown> | undefined
  /** What shows the modal, and stays on the page from now on, so that a frame can be in it; none beside a page. */
  keep(): HTMLElement | undefined
}

/** The page as the bridge sees it: what an engine starts from, and what it is told first. */
export function pageOf({ name, settings, snapshot, store }: PageParts): Page {
  return {
    store,
    boot() {
      const stored = snapshot(key => warn(settings().options, unreadable(key)))
      const wayBack = takeWayBack(name)
      const boot: Boot = {
        instance: name,
        config: configOf(settings()),
        ...(stored && { snapshot: stored }),
        ...(wayBack && { wayBack }),
      }
      return JSON.stringify(boot)
    },
    greet(trap) {
      const restore: PageIntent[] = hasStoredConnection(snapshot()) ? [{ type: 'restore' }] : []
      if (!trap) return restore
      const open: PageIntent[] = store.get().modal.open ? [{ type: 'open' }] : []
      return [...restore, ...open, { type: 'trapped', ...trapOf(trap.thrown) }]
    },
    abandon() {
      // Nobody can tell now whether a stored connection still holds, and "connecting" must end.
      store.publish('accounts', {})
    },
  }
}
