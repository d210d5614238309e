import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Approval } from '../../generated/Approval.ts'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { ownKind } from '../ownKinds.ts'
import { useFault } from '../useFault.ts'

/** Something that is approved in a window of its own, for this page could draw over it here: the way there. */
export function Review() {
  const approval = useSlice('approval')
  return approval ? <Shown {...approval} /> : null
}

function Shown({ request, reading, inWindow, isBusy, fault }: Approval) {
  const words = useLaterText().Review
  const { kinds, reject, busy } = useLaterText().Approve
  const { verb } = kinds[reading.kind]
  const send = useSend()
  const why = useFault(fault)
  const isLate = inWindow === 'late'
  const isOpen = inWindow === 'open'
  const wayOn = inWindow === 'opening' || isLate || isOpen ? words.again : words.button
  const asked = isOpen ? words.open : isLate ? words.blocked : words.body
  const said = isBusy ? words.approved : asked
  return (
    <section className="Review">
      <StatusPanel
        role={why ? 'alert' : 'status'}
        subject={why ? 'warning' : 'external'}
        title={
          ownKind(reading.kind) ? verb() : words.title({ origin: reading.origin, verb: verb() })
        }
        body={why || said()}
      >
        <div className="pair">
          <Button isDisabled={isBusy} onClick={() => send({ type: 'refuse', request })}>
            {reject()}
          </Button>
          <Button
            kind={isOpen ? 'secondary' : 'primary'}
            isBusy={isBusy}
            onClick={() => send({ type: 'review', request })}
          >
            {(isBusy ? busy : why ? words.prepare : wayOn)()}
          </Button>
        </div>
      </StatusPanel>
    </section>
  )
}
