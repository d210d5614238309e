import type { Link } from '../../../shell/src/all/Link'
import { hasStoredConnection, snapshotKey } from '../all/snapshot'
import type { Snapshot } from '../generated/Snapshot'
import { complain } from './complain'

/**
 * Wakes the engine of the instance `name` when another tab connected: it follows, as after a reload.
 * Returns the way to stop.
 */
export function followTabs(
  name: string,
  link: Link,
  snapshot: () => Snapshot | undefined,
): () => void {
  const follow = ({ key }: StorageEvent) => {
    const isNews = key === snapshotKey(name) && !link.isAwake()
    if (isNews && hasStoredConnection(snapshot())) link.wake().catch(complain)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
