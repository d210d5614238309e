import { useEffect, useRef, useState } from 'react'
import { CodeFields } from '../../../../kit/src/CodeFields/CodeFields.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useEntryText } from '../../text/useText.ts'
import { Resend } from '../Resend.tsx'
import { useEntry, useEntryFault } from '../useEntry.ts'

/** Where the code is entered that was mailed. */
export function EmailVerifyOtp() {
  const words = useEntryText().EmailVerifyOtp
  const { email, isBusy, fault } = useEntry()
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(fault)
  const send = useSend()
  const place = useRef<HTMLDivElement>(null)
  // A code that was not taken makes room for another.
  if (known !== fault) {
    setKnown(fault)
    if (fault) setTyped('')
  }
  const why = useEntryFault(typed === '' ? fault : undefined)
  // Nothing else is to be done here: whoever comes to it can type.
  useEffect(() => place.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  return (
    <div ref={place}>
      <StatusPanel subject="mail" title={words.title()} body={words.sentTo({ email })}>
        <CodeFields
          label={words.label()}
          value={typed}
          onChange={setTyped}
          onComplete={otp => send({ type: 'enter', what: { type: 'otp', otp } })}
          isBusy={isBusy}
          busyLabel={words.busy()}
          error={why}
        />
        <Resend />
      </StatusPanel>
    </div>
  )
}
