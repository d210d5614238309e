import type { Fault } from '../generated/Fault.ts'
import { useText } from '../text/useText.ts'

/** Why something did not work, in words; nothing where it did. */
export function useFault(fault: Fault | undefined): string | undefined {
  const { faults } = useText()
  if (!fault) return undefined
  const { type, ...counts } = fault
  return faults[type](counts)
}
