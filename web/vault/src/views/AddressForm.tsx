import { useState } from 'react'
import { EmailField } from '../../../kit/src/EmailField/EmailField.tsx'
import type { Fault } from '../generated/Fault.ts'
import { useText } from '../text/useText.ts'
import { useFault } from './useFault.ts'

type AddressFormProps = {
  /** What is asked for, as the field's name. */
  label: string
  /** The name of the button at its end. */
  submitLabel: string
  /** What stands in it at first. */
  email?: string
  isBusy: boolean
  /** Why one was not taken. */
  fault: Fault | undefined
  /** Somebody has come to the field. */
  onFocus?: () => void
  onSubmit: (email: string) => void
}

/** Where an address is entered. */
export function AddressForm(props: AddressFormProps) {
  const { label, submitLabel, email = '', isBusy, fault, onFocus, onSubmit } = props
  const [typed, setTyped] = useState(email)
  const [refused, setRefused] = useState<{ typed?: string; fault?: Fault | undefined }>({})
  // What was said of an address is not said of another one.
  if (refused.fault !== fault) setRefused({ typed, fault })
  const { faults } = useText()
  const why = useFault(refused.typed === typed ? fault : undefined)
  return (
    <EmailField
      label={label}
      placeholder={label}
      value={typed}
      onChange={setTyped}
      onFocus={onFocus}
      submitLabel={submitLabel}
      onSubmit={onSubmit}
      isBusy={isBusy}
      error={why}
      malformed={faults.emailMalformed()}
    />
  )
}
