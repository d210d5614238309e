import { Button } from '../../../../kit/src/Button/Button.tsx'
import { SkeletonCards, SkeletonEntries } from '../../../../kit/src/EntrySkeleton/EntrySkeleton.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { Tabs } from '../../../../kit/src/Tabs/Tabs.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useSlice } from '../../../../shell/src/views/useSlice.ts'
import type { AccountTab } from '../../generated/AccountTab.ts'
import { useLazyText } from '../../text/useText.ts'
import { useSpend } from '../SpendChunk.ts'
import { useAccounts } from '../useAccounts.ts'
import { useChunk } from '../useChunk.ts'
import { useShown } from '../useShown.ts'

const PANEL = 'lk-holdings'

/** What the account has and did, by tabs; what shows in them comes with the third chunk. */
export function Holdings() {
  const words = useLazyText().Account.tabs
  const { account } = useAccounts()
  const send = useSend()
  const ids = useTabs()
  const chosen = ids.find(id => id === account?.currentTab) ?? 'tokens'
  const shown = <Shown tab={chosen} />
  if (ids.length < 2)
    return (
      <div className="panel" tabIndex={-1}>
        {shown}
      </div>
    )
  return (
    <>
      <Tabs
        label={words.label()}
        tabs={ids.map(id => ({ id, label: words[id]() }))}
        chosen={chosen}
        onChoose={tab => send({ type: 'showTab', tab })}
        controls={PANEL}
      />
      <div className="panel" id={PANEL} role="tabpanel" tabIndex={-1} aria-label={words[chosen]()}>
        {shown}
      </div>
    </>
  )
}

/** The tabs that there are for the network in use. */
function useTabs(): AccountTab[] {
  const { namespace = '' } = useAccounts()
  const { active = 'eip155' } = useShown('networks')
  const { activity } = useShown('features')
  const kind = namespace || active.split(':')[0]
  const tabs: AccountTab[] = ['tokens']
  if (kind !== 'eip155' && kind !== 'solana') return tabs
  tabs.push('nfts')
  if (activity) tabs.push('activity')
  return tabs
}

function Shown({ tab }: { tab: AccountTab }) {
  const text = useLazyText()
  const { account } = useAccounts()
  const { open } = useSlice('modal')
  const chunk = useSpend()
  const now = useChunk(chunk, open)
  if (now === 'failed') {
    const words = text.loadFailed
    return (
      <StatusPanel role="alert" subject="warning" title={words.title()} body={words.body()}>
        <Button kind="primary" icon="refresh" onClick={chunk.load}>
          {words.tryAgain()}
        </Button>
      </StatusPanel>
    )
  }
  if (now === 'loading' || !account?.address) {
    if (tab === 'nfts') return <SkeletonCards count={4} />
    return <SkeletonEntries count={tab === 'activity' ? 7 : 4} isDated={tab === 'activity'} />
  }
  const Tab = now.tabs[tab]
  return <Tab />
}
