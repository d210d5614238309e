import { useState } from 'react'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { CodeFields } from '../../../../kit/src/CodeFields/CodeFields.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** Something dear is wanted: a code was mailed, by which somebody proves once more who they are. */
export function Prove() {
  const words = useLaterText().Prove
  const { email, isBusy, fault } = useSlice('settings')
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(fault)
  const send = useSend()
  if (known !== fault) {
    setKnown(fault)
    if (fault) setTyped('')
  }
  const why = useFault(typed === '' ? fault : undefined)
  return (
    <div className="Prove">
      <StatusPanel subject="mail" title={words.title()} body={words.body({ email })}>
        <CodeFields
          label={words.label()}
          value={typed}
          onChange={setTyped}
          onComplete={otp => send({ type: 'submitProof', otp })}
          isBusy={isBusy}
          error={why}
        />
        <Button onClick={() => send({ type: 'hideWords' })}>{words.cancel()}</Button>
      </StatusPanel>
    </div>
  )
}
