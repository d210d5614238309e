import { Button } from '../../../../kit/src/Button/Button.tsx'
import { useLaterText } from '../../text/useText.ts'
import { CodeForm } from '../CodeForm.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { Resend } from '../Resend.tsx'

/** Something dear is wanted: a code was mailed, by which somebody proves once more who they are. */
export function Prove() {
  const words = useLaterText().Prove
  const { email, isBusy, fault } = useSlice('settings')
  const send = useSend()
  return (
    <div className="Prove">
      <CodeForm
        title={words.title()}
        body={words.body({ email })}
        label={words.label()}
        isBusy={isBusy}
        fault={fault}
        onComplete={otp => send({ type: 'submitProof', otp })}
      >
        <Resend />
        <Button onClick={() => send({ type: 'hideWords' })}>{words.cancel()}</Button>
      </CodeForm>
    </div>
  )
}
