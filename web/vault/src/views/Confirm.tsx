import { useRef, useState } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import { Checkbox } from '../../../kit/src/Checkbox/Checkbox.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Intent } from '../generated/Intent.ts'
import { useLaterText } from '../text/useText.ts'
import { ArmedButton } from './ArmedButton.tsx'
import { useSend } from './frameStore.ts'
import { useArming } from './useArming.ts'

/** What is asked once before it is done. */
export type Step = 'forget' | 'delete' | 'automatic'

const STEPS = {
  forget: { icon: 'disconnect', intent: { type: 'forget' } },
  delete: { icon: 'trash', intent: { type: 'delete' } },
  automatic: { icon: 'warning', intent: { type: 'wantAutomatic' } },
} as const satisfies Record<Step, { icon: string; intent: Intent }>

/**
 * What something dear means, and whether it is wanted all the same: taken from whoever could see it for a while, as an
 * approval is.
 */
export function Confirm({ step, onDone }: { step: Step; onDone: () => void }) {
  const words = useLaterText().Settings
  const said = words[step]
  const { icon, intent } = STEPS[step]
  const [isAgreed, setAgreed] = useState(false)
  const send = useSend()
  const place = useRef<HTMLDivElement>(null)
  const { isArmed, hindrance } = useArming(place)
  const { arming } = useLaterText().Approve
  const isForGood = step === 'delete'
  const confirm = () => {
    onDone()
    send(intent)
  }
  return (
    <div ref={place} className="Confirm">
      <StatusPanel subject={icon} title={said.title()} body={said.body()}>
        {isForGood && (
          <Checkbox isChecked={isAgreed} onChange={setAgreed}>
            {words.delete.agree()}
          </Checkbox>
        )}
        <div className="pair">
          <Button onClick={onDone}>{words.keep()}</Button>
          <ArmedButton
            kind="danger"
            isArmed={isArmed}
            isBusy={false}
            isBlocked={isForGood && !isAgreed}
            onPress={confirm}
          >
            {said.button()}
          </ArmedButton>
        </div>
        <p className="hint" role="status">
          {hindrance && arming[hindrance]()}
        </p>
      </StatusPanel>
    </div>
  )
}
