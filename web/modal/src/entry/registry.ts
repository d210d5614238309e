import type { Instance } from './instance'

const instances: Instance[] = []
const watchers = new Set<() => void>()

/** The instance of this name that was created last. */
export const findInstance = (name: string): Instance | undefined =>
  instances.findLast(({ instance }) => instance === name)

/** The instance of this project and name. */
export const findExactly = (projectId: string, name: string): Instance | undefined =>
  instances.find(one => one.instance === name && one.settings().options.projectId === projectId)

export function addInstance(instance: Instance): void {
  instances.push(instance)
  tell()
}

export function removeInstance(instance: Instance): void {
  instances.splice(instances.indexOf(instance), 1)
  tell()
}

/** Calls back when an instance comes or goes. Returns the unsubscribe. */
export function watchInstances(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function tell() {
  for (const watcher of [...watchers]) watcher()
}
