import type { EngineQueue } from '../../../shell/src/all/EngineQueue'
import { hasStoredConnection, snapshotKey } from '../all/snapshot'
import type { Snapshot } from '../generated/Snapshot'
import { complain } from './complain'

/**
 * Wakes the engine of the instance `name` when another tab connected: it follows, as after a reload.
 * Returns the way to stop.
 */
export function followTabs(
  name: string,
  queue: EngineQueue,
  snapshot: () => Snapshot | undefined,
): () => void {
  const follow = ({ key }: StorageEvent) => {
    const isNews = key === snapshotKey(name) && !queue.isAwake()
    if (isNews && hasStoredConnection(snapshot())) queue.wake().catch(complain)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
