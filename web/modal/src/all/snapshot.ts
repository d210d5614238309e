import type { Account } from '../generated/Account'
import { itemPrefix, snapshotItem } from '../generated/items'
import type { Snapshot } from '../generated/Snapshot'
import { isStored } from './state'
import { readStored } from './stored'

const statuses = ['connecting', 'connected', 'disconnected']

/** Where the engine stores what it left of an instance. */
export const snapshotKey = (instance: string): string => `${itemPrefix}${instance}:${snapshotItem}`

/** What the engine stored about an instance; see {@link readStored}. */
export const readSnapshot = (
  instance: string,
  tell?: (key: string) => void,
): Snapshot | undefined => readStored(snapshotKey(instance), isSnapshot, tell)

/** Whether an instance left a connection that is to be brought back. */
export const hasStoredConnection = (snapshot: Snapshot | undefined): boolean =>
  Object.values(snapshot?.accounts ?? {}).some(isStored)

const isSnapshot = ({ accounts, active = '' }: Snapshot): boolean =>
  isText(active) && Object.values(accounts).every(isAccount)

const isText = (value: unknown): value is string => typeof value === 'string'

/** As much as the button and the provider rely on. */
const isAccount = ({ status, address, allAccounts, balance = '' }: Account): boolean =>
  statuses.includes(status) &&
  (status === 'disconnected' || isText(address)) &&
  Array.isArray(allAccounts) &&
  isText(balance)
