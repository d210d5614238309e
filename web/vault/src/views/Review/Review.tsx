import { useEffect, useState } from 'react'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Approval } from '../../generated/Approval.ts'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** By when a window is there that the browser opened, in milliseconds. */
const thereMs = 3_000

/** Something that is approved in a window of its own, for this page could draw over it here: the way there. */
export function Review() {
  const approval = useSlice('approval')
  return approval ? <Shown {...approval} /> : null
}

function Shown({ request, reading, inWindow, isBusy, fault }: Approval) {
  const words = useLaterText().Review
  const { kinds, reject, busy } = useLaterText().Approve
  const send = useSend()
  const why = useFault(fault)
  const isLate = useLate(inWindow === 'opening')
  const isOpen = inWindow === 'open'
  const wayOn = inWindow === 'opening' || isOpen ? words.again : words.button
  const asked = isOpen ? words.open : isLate ? words.blocked : words.body
  const said = isBusy ? words.approved : asked
  return (
    <section className="Review">
      <StatusPanel
        role={why ? 'alert' : 'status'}
        subject={why ? 'warning' : 'external'}
        title={words.title({ origin: reading.origin, verb: kinds[reading.kind].verb() })}
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

/** Whether something has been so for longer than it takes. */
function useLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isSo) return
    const timer = setTimeout(() => setLate(true), thereMs)
    return () => clearTimeout(timer)
  }, [isSo])
  return isLate
}
