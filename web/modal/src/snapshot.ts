import type { Account } from './generated/Account'
import type { Snapshot } from './generated/Snapshot'
import { isStored } from './state'

const version = 1
const statuses = ['connecting', 'connected', 'disconnected']

/** Where the engine stores what it left of an instance. */
export const snapshotKey = (instance: string): string => `@latchkit/${instance}:snapshot`

/**
 * What the engine stored about an instance, read at once. Nothing where there is none, where storage is
 * blocked, and where it is broken or of a newer version.
 */
export function readSnapshot(instance: string): Snapshot | undefined {
  const text = readItem(instance)
  return text === undefined ? undefined : parse(text)
}

/** Whether there is something that cannot be read. */
export const isUnreadable = (instance: string): boolean =>
  readItem(instance) !== undefined && !readSnapshot(instance)

/** Whether an instance left a connection that is to be brought back. */
export const hasStoredConnection = (snapshot: Snapshot | undefined): boolean =>
  snapshot !== undefined && Object.values(snapshot.accounts).some(isStored)

function readItem(instance: string): string | undefined {
  try {
    return globalThis.localStorage?.getItem(snapshotKey(instance)) ?? undefined
  } catch {
    return undefined
  }
}

function parse(text: string): Snapshot | undefined {
  try {
    const { v, value } = JSON.parse(text) as { v: unknown; value: Snapshot }
    const { accounts, active = '' } = value
    const isWhole = v === version && isText(active) && Object.values(accounts).every(isAccount)
    return isWhole ? value : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** As much as the button and the provider rely on. */
const isAccount = ({ status, address, allAccounts, balance }: Account): boolean =>
  statuses.includes(status) &&
  (status === 'disconnected' || isText(address)) &&
  Array.isArray(allAccounts) &&
  (!balance || isText(balance.shown))
