import type { NetworkRow } from '../generated/NetworkRow.ts'
import { useAccounts } from './useAccounts.ts'
import { useShown } from './useShown.ts'

/** The networks where the account has its address, the one in use first, and those that its wallet does not serve. */
export function useCompatible(): { served: NetworkRow[]; others: NetworkRow[] } {
  const { namespace } = useAccounts()
  const { list, active } = useShown('networks')
  const networks = list.filter(row => row.namespace === namespace)
  const served = networks.filter(({ unavailable }) => !unavailable)
  served.sort((one, other) => Number(other.id === active) - Number(one.id === active))
  return { served, others: networks.filter(({ unavailable }) => unavailable) }
}
