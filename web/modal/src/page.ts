import type { Page } from '../../shell/src/bridge'
import type { PageIntent, WritableStore } from '../../shell/src/store'
import { configOf } from './config'
import type { Boot } from './generated/Boot'
import type { Snapshot } from './generated/Snapshot'
import type { Settings } from './options'
import { hasStoredConnection, isUnreadable, snapshotKey } from './snapshot'
import { warn } from './warn'

/** What an instance tells the chunk of the engine. */
export interface PageParts {
  name: string
  settings(): Settings
  /** What is stored now. */
  snapshot(): Snapshot | undefined
  store: Pick<WritableStore, 'get' | 'publish'>
  /** What has to come before the second half of the engine does: the views, if they are on their way. */
  first(): Promise<unknown> | undefined
}

/** The page as the bridge sees it: what an engine starts from, and what it is told first. */
export function pageOf({ name, settings, snapshot, store }: PageParts): Page {
  return {
    store,
    boot() {
      const stored = snapshot()
      if (isUnreadable(name)) {
        const item = snapshotKey(name)
        warn(
          settings().options,
          `The stored item ${item} is broken or newer than this version; ignored.`,
        )
      }
      const boot: Boot = { instance: name, config: configOf(settings()) }
      return JSON.stringify(stored ? { ...boot, snapshot: stored } : boot)
    },
    greet(isRestart) {
      const restore: PageIntent[] = hasStoredConnection(snapshot()) ? [{ type: 'restore' }] : []
      return isRestart && store.get().modal.open ? [...restore, { type: 'open' }] : restore
    },
  }
}
