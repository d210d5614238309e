import type { AccountTab } from '../../generated/AccountTab.ts'
import { useAccounts } from '../useAccounts.ts'
import { useShown } from '../useShown.ts'

/** The tabs that there are for the network in use, and the one that shows: one that is gone gives way to the first. */
export function useTabs(): { tabs: AccountTab[]; shown: AccountTab } {
  const { namespace = '', account } = useAccounts()
  const { active = 'eip155' } = useShown('networks')
  const { activity } = useShown('features')
  const kind = namespace || active.split(':')[0]
  const tabs: AccountTab[] = ['tokens']
  if (kind === 'eip155' || kind === 'solana') {
    tabs.push('nfts')
    if (activity) tabs.push('activity')
  }
  return { tabs, shown: tabs.find(tab => tab === account?.currentTab) ?? 'tokens' }
}
