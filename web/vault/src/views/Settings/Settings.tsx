import { useState } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { Confirm, type Step } from '../Confirm.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'
import { useMoment } from '../useMoment.ts'
import { Events } from './Events.tsx'
import { Recovery } from './Recovery.tsx'
import { Sessions } from './Sessions.tsx'

/** What brings the wallet back, its words, where else somebody is signed in, what happened, and leaving. */
export function Settings() {
  const text = useLaterText()
  const words = text.Settings
  const { isBusy, fault, email, factors, leavesAtMs } = useSlice('settings')
  const [asked, setAsked] = useState<Step>()
  const send = useSend()
  const why = useFault(fault)
  const moment = useMoment()
  if (asked) return <Confirm step={asked} onDone={() => setAsked(undefined)} />
  // Nothing was read yet.
  if (why && !email)
    return (
      <div className="Settings">
        <StatusPanel role="alert" subject="warning" title={text.Failed.unloaded.title()} body={why}>
          <Button kind="primary" onClick={() => send({ type: 'retry' })}>
            {text.any.tryAgain()}
          </Button>
        </StatusPanel>
      </div>
    )
  const isThere = factors.length > 0
  return (
    <div className="Settings" aria-busy={isBusy}>
      {why && (
        <div role="alert">
          <Banner kind="warn" cause={why} />
        </div>
      )}
      {leavesAtMs && <Banner kind="warn" cause={words.leaves({ moment: moment(leavesAtMs) })} />}
      <Recovery onAutomatic={() => setAsked('automatic')} />
      {isThere && (
        <ListItem
          icon={<Emblem icon="key" />}
          label={words.words.title()}
          detail={words.words.body()}
          hasChevron
          onClick={() => send({ type: 'wantWords' })}
        />
      )}
      <Sessions />
      <Events />
      {isThere && (
        <section className="leaving">
          <h3>{words.leaving()}</h3>
          <ListItem
            icon={<Emblem icon="disconnect" />}
            label={words.forget.title()}
            hasChevron
            onClick={() => setAsked('forget')}
          />
          <ListItem
            icon={<Emblem kind="bad" icon="trash" />}
            label={words.delete.title()}
            hasChevron
            onClick={() => setAsked('delete')}
          />
        </section>
      )}
    </div>
  )
}
