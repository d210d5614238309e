import { useState } from 'react'
import { CodeFields } from '../../../../kit/src/CodeFields/CodeFields.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** Where the codes are entered by which an address is changed: the one that went to the old one, then that of the new. */
export function NewEmailOtp() {
  const words = useLaterText().NewEmailOtp
  const { step, oldEmail, newEmail, isBusy, fault } = useSlice('emailChange')
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState({ step, fault })
  const send = useSend()
  // A code that was not taken, or was, makes room for another.
  if (known.step !== step || known.fault !== fault) {
    setKnown({ step, fault })
    if (fault || known.step !== step) setTyped('')
  }
  const why = useFault(typed === '' ? fault : undefined)
  const body = step === 'old' ? words.old({ oldEmail, newEmail }) : words.new({ newEmail })
  return (
    <div className="NewEmailOtp">
      <StatusPanel subject="mail" title={words.title()} body={body}>
        <CodeFields
          label={words.label()}
          value={typed}
          onChange={setTyped}
          onComplete={otp => send({ type: 'submitChangeOtp', otp })}
          isBusy={isBusy}
          error={why}
        />
      </StatusPanel>
    </div>
  )
}
