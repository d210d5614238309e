import type { EngineQueue } from '../../../shell/src/all/EngineQueue'
import { hasStoredConnection, snapshotKey } from '../all/snapshot'
import { itemPrefix, wayBack } from '../generated/items'
import type { Snapshot } from '../generated/Snapshot'
import { complain } from './complain'

/**
 * Wakes the engine of the instance `name` where it left a connection, or the page before left this tab a
 * way back; and when another tab connects: it follows, as after a reload. Returns the way to stop.
 */
export function wakeByStorage(
  name: string,
  queue: EngineQueue,
  snapshot: () => Snapshot | undefined,
): () => void {
  const wake = () => void queue.wake().catch(complain)
  const follow = ({ key }: StorageEvent) => {
    if (key === snapshotKey(name) && hasStoredConnection(snapshot())) wake()
  }
  try {
    if (hasStoredConnection(snapshot()) || `${itemPrefix}${name}:${wayBack}` in sessionStorage)
      wake()
  } catch {
    // Session storage is blocked: there is no way back.
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
