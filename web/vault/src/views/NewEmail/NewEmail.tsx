import { useState } from 'react'
import { EmailField } from '../../../../kit/src/EmailField/EmailField.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** Where another address is asked for, to sign in with from then on. */
export function NewEmail() {
  const words = useLaterText().NewEmail
  const { oldEmail, isBusy, fault } = useSlice('emailChange')
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<{ typed?: string; fault?: typeof fault }>({})
  const send = useSend()
  // What was said of an address is not said of another one.
  if (refused.fault !== fault) setRefused({ typed, fault })
  const why = useFault(refused.typed === typed ? fault : undefined)
  return (
    <div className="NewEmail">
      <StatusPanel subject="mail" title={words.title()} body={words.body({ email: oldEmail })}>
        <EmailField
          label={words.label()}
          placeholder={words.label()}
          value={typed}
          onChange={setTyped}
          submitLabel={words.submit()}
          onSubmit={email => send({ type: 'changeEmail', email })}
          isBusy={isBusy}
          error={why}
        />
      </StatusPanel>
    </div>
  )
}
