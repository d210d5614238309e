import { useState } from 'react'
import { EmailField } from '../../../../kit/src/EmailField/EmailField.tsx'
import { useText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** Where the address is asked for: within the list of wallets, so that nothing else stands here. */
export function Email() {
  const words = useText().Email
  const { email, isBusy, fault } = useSlice('signIn')
  const [typed, setTyped] = useState(email)
  const [refused, setRefused] = useState<{ typed?: string; fault?: typeof fault }>({})
  const send = useSend()
  // What was said of an address is not said of another one.
  if (refused.fault !== fault) setRefused({ typed, fault })
  const why = useFault(refused.typed === typed ? fault : undefined)
  return (
    <div className="Email">
      <EmailField
        label={words.label()}
        placeholder={words.label()}
        value={typed}
        onChange={setTyped}
        onFocus={() => send({ type: 'enterEmail' })}
        submitLabel={words.submit()}
        onSubmit={address => send({ type: 'submitEmail', email: address })}
        isBusy={isBusy}
        error={why}
      />
    </div>
  )
}
