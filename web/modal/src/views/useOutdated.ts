import { useAccounts } from './useAccounts.ts'
import { hasFailed, useHeld } from './useHeld.ts'

/**
 * That what the account is worth could not be read again, and when it was; nothing where it never was. And
 * whether it is being asked for again.
 */
export function useOutdated(): { atMs: string | undefined; isBusy: boolean } | undefined {
  const { account } = useAccounts()
  const { read, step } = useHeld('tokens')
  if (account?.status !== 'connected') return
  const { isBalanceStale, balanceAtMs } = account
  const isBusy = step === 'again'
  if (read?.total === undefined) return isBalanceStale ? { atMs: balanceAtMs, isBusy } : undefined
  return hasFailed(step) ? { atMs: read.atMs, isBusy } : undefined
}
