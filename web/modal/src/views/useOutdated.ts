import { useAccounts } from './useAccounts.ts'
import { useHeld } from './useHeld.ts'

/** That what the account is worth could not be read again, and when it was; nothing where it never was. */
export function useOutdated(): { atMs: string | undefined } | undefined {
  const { account } = useAccounts()
  const { read, step } = useHeld('tokens')
  if (account?.status !== 'connected') return
  const { isBalanceStale, balanceAtMs } = account
  if (read?.total === undefined) return isBalanceStale ? { atMs: balanceAtMs } : undefined
  return step === 'failed' ? { atMs: read.atMs } : undefined
}
