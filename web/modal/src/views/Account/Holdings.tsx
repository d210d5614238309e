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
import { useTabs } from './useTabs.ts'

const PANEL = 'lk-holdings'

/** What the account has and did, by tabs; what shows in them comes with the third chunk. */
export function Holdings() {
  const words = useLazyText().Account.tabs
  const send = useSend()
  const { tabs, shown } = useTabs()
  const panel = <Shown tab={shown} />
  if (tabs.length < 2) return <div className="panel">{panel}</div>
  return (
    <>
      <Tabs
        label={words.label()}
        tabs={tabs.map(id => ({ id, label: words[id]() }))}
        chosen={shown}
        onChoose={tab => send({ type: 'showTab', tab })}
        controls={PANEL}
      />
      <div className="panel" id={PANEL} role="tabpanel" tabIndex={-1} aria-label={words[shown]()}>
        {panel}
      </div>
    </>
  )
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
