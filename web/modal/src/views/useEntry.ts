import type { EmailEntry } from '../generated/EmailEntry.ts'
import type { EntryFault } from '../generated/EntryFault.ts'
import { useEntryText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

const nobody: EmailEntry = { step: 'email', email: '', isBusy: false }

/** How far somebody is who signs in by e-mail, in the modal's own fields. */
export const useEntry = (): EmailEntry => useShown('vault').entry ?? nobody

/** Why the last thing did not work, in words; nothing where it did. */
export function useEntryFault(fault: EntryFault | undefined): string | undefined {
  const { faults } = useEntryText().EmailLogin
  if (!fault) return undefined
  return faults[fault.type]('seconds' in fault ? { seconds: fault.seconds } : {})
}
