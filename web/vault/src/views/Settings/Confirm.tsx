import { useState } from 'react'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Checkbox } from '../../../../kit/src/Checkbox/Checkbox.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Intent } from '../../generated/Intent.ts'
import { useLaterText } from '../../text/useText.ts'
import { useSend } from '../frameStore.ts'

/** What is asked once before it is done. */
export type Step = 'forget' | 'delete' | 'automatic'

const STEPS = {
  forget: { icon: 'disconnect', intent: { type: 'forget' } },
  delete: { icon: 'trash', intent: { type: 'delete' } },
  automatic: { icon: 'warning', intent: { type: 'wantAutomatic' } },
} as const satisfies Record<Step, { icon: string; intent: Intent }>

/** What something dear means, and whether it is wanted all the same. */
export function Confirm({ step, onDone }: { step: Step; onDone: () => void }) {
  const words = useLaterText().Settings
  const said = words[step]
  const { icon, intent } = STEPS[step]
  const [isAgreed, setAgreed] = useState(false)
  const send = useSend()
  const isForGood = step === 'delete'
  const confirm = () => {
    onDone()
    send(intent)
  }
  return (
    <div className="Confirm">
      <StatusPanel subject={icon} title={said.title()} body={said.body()}>
        {isForGood && (
          <Checkbox isChecked={isAgreed} onChange={setAgreed}>
            {words.delete.agree()}
          </Checkbox>
        )}
        <div className="pair">
          <Button onClick={onDone}>{words.keep()}</Button>
          <Button kind="danger" isDisabled={isForGood && !isAgreed} onClick={confirm}>
            {said.button()}
          </Button>
        </div>
      </StatusPanel>
    </div>
  )
}
