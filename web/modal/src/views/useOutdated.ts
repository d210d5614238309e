import { useAccounts } from './useAccounts.ts'
import { hasFailed, useHeld } from './useHeld.ts'
import { useShown } from './useShown.ts'

interface Outdated {
  /** When it was read, in milliseconds since 1970; nothing where it never was. */
  atMs: string | undefined
  /** Whether it is being asked for again. */
  isBusy: boolean
  /** Nobody is asked before there is a network again. */
  isOffline: boolean
}

/** That what the account is worth could not be read again, or is not. */
export function useOutdated(): Outdated | undefined {
  const { isOffline } = useShown('presence')
  const { account } = useAccounts()
  const { read, step } = useHeld('tokens')
  if (account?.status !== 'connected') return
  const { isBalanceStale, balanceAtMs } = account
  const isBusy = step === 'again'
  const isWorth = read?.total !== undefined
  if (!isOffline && !(isWorth ? hasFailed(step) : isBalanceStale)) return
  return { atMs: isWorth ? read.atMs : balanceAtMs, isBusy, isOffline }
}
