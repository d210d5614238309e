import type { State } from '../../../shell/src/entry/store.ts'
import type { ReadStep } from '../generated/ReadStep.ts'
import { useAccounts } from './useAccounts.ts'
import { useShown } from './useShown.ts'

/** Before anything is known. */
const NOTHING = { step: 'reading' as const, isAdding: false, hasAddFailed: false, sent: [] }

/** What was read of the account in use; what is still of another one counts as being read. */
export function useHeld<K extends 'tokens' | 'activity' | 'nfts'>(name: K): State[K] {
  const { account } = useAccounts()
  const held = useShown(name)
  return held.of !== undefined && held.of === account?.caipAddress ? held : NOTHING
}

/** Whether it could not be read, or not anew; who asked again waits for the answer. */
export const hasFailed = (step: ReadStep): boolean => step === 'failed' || step === 'again'
