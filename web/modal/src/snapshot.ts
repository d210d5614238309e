import { warnOnce } from '../../shell/src/warnOnce'
import type { Account } from './generated/Account'
import type { Snapshot } from './generated/Snapshot'
import { isStored } from './state'

const version = 1
const statuses = ['connecting', 'connected', 'disconnected']

/** Where the engine stores what it left of an instance. */
export const snapshotKey = (instance: string): string => `@latchkit/${instance}:snapshot`

/**
 * What the engine stored about an instance, read at once. Nothing where there is none, where storage is
 * blocked, and where it is broken or of a newer version, which is warned of once.
 */
export function readSnapshot(instance: string): Snapshot | undefined {
  const key = snapshotKey(instance)
  const text = readItem(key)
  if (text === undefined) return undefined
  const snapshot = parse(text)
  if (!snapshot) warnOnce(`The stored item ${key} is broken or newer than this version; ignored.`)
  return snapshot
}

/** Whether an instance left a connection that is to be brought back. */
export const hasStoredConnection = (snapshot: Snapshot | undefined): boolean =>
  snapshot !== undefined && Object.values(snapshot.accounts).some(isStored)

function readItem(key: string): string | undefined {
  try {
    return globalThis.localStorage?.getItem(key) ?? undefined
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
