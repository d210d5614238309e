import { type ReactNode, useState } from 'react'
import { CodeFields } from '../../../kit/src/CodeFields/CodeFields.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Fault } from '../generated/Fault.ts'
import { useText } from '../text/useText.ts'
import { useFault } from './useFault.ts'

type CodeFormProps = {
  title: string
  /** Where it went. */
  body: string
  /** What is asked for, as the fields' name. */
  label: string
  isBusy: boolean
  /** Why one was not taken. */
  fault: Fault | undefined
  onComplete: (otp: string) => void
  children?: ReactNode
}

/** Where a code is entered that was mailed. */
export function CodeForm(props: CodeFormProps) {
  const { title, body, label, isBusy, fault, onComplete, children } = props
  const { Otp } = useText()
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(fault)
  // A code that was not taken makes room for another.
  if (known !== fault) {
    setKnown(fault)
    if (fault) setTyped('')
  }
  const isOfCode = fault?.type === 'otpRefused' || fault?.type === 'otpMalformed'
  const why = useFault(typed === '' ? fault : undefined)
  return (
    <StatusPanel subject="mail" title={title} body={body}>
      <CodeFields
        label={label}
        value={typed}
        onChange={setTyped}
        onComplete={onComplete}
        isBusy={isBusy}
        busyLabel={Otp.busy()}
        error={isOfCode ? why : undefined}
      />
      {why && !isOfCode && (
        <p className="hint" role="alert">
          {why}
        </p>
      )}
      {children}
    </StatusPanel>
  )
}
