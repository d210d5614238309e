import { useState } from 'react'
import { EmailField } from '../../../../kit/src/EmailField/EmailField.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useEntryText } from '../../text/useText.ts'
import { useEntry, useEntryFault } from '../useEntry.ts'

/** Where the address is asked for: within the list of wallets, or alone. */
export function EmailLogin() {
  const words = useEntryText().EmailLogin
  const { email, isBusy, fault } = useEntry()
  const [typed, setTyped] = useState(email)
  const [refused, setRefused] = useState<{ typed?: string; fault?: typeof fault }>({})
  const send = useSend()
  // What was said of an address is not said of another one.
  if (refused.fault !== fault) setRefused({ typed, fault })
  const why = useEntryFault(refused.typed === typed ? fault : undefined)
  return (
    <div className="EmailLogin">
      <EmailField
        label={words.label()}
        placeholder={words.label()}
        value={typed}
        onChange={setTyped}
        onFocus={() => send({ type: 'enter', what: { type: 'select' } })}
        submitLabel={words.submit()}
        onSubmit={address => send({ type: 'enter', what: { type: 'email', email: address } })}
        isBusy={isBusy}
        error={why}
        malformed={words.faults.emailMalformed()}
      />
    </div>
  )
}
