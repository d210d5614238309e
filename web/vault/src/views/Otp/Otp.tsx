import { useEffect, useRef, useState } from 'react'
import { CodeFields } from '../../../../kit/src/CodeFields/CodeFields.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { Resend } from '../Resend.tsx'
import { useFault } from '../useFault.ts'

/** Where the code is entered that was mailed. */
export function Otp() {
  const words = useText().Otp
  const { email, isBusy, fault } = useSlice('signIn')
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(fault)
  const send = useSend()
  const place = useRef<HTMLDivElement>(null)
  // A code that was not taken makes room for another.
  if (known !== fault) {
    setKnown(fault)
    if (fault) setTyped('')
  }
  const why = useFault(typed === '' ? fault : undefined)
  // Nothing else is to be done here: whoever comes into the frame can type.
  useEffect(() => place.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} className="Otp">
      <StatusPanel subject="mail" title={words.title()} body={words.sentTo({ email })}>
        <CodeFields
          label={words.label()}
          value={typed}
          onChange={setTyped}
          onComplete={otp => send({ type: 'submitOtp', otp })}
          isBusy={isBusy}
          error={why}
        />
        <Resend />
      </StatusPanel>
    </div>
  )
}
