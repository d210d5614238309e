import { useText } from '../../text/useText.ts'
import { CodeForm } from '../CodeForm.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { Resend } from '../Resend.tsx'

/** Where the code is entered that was mailed. */
export function Otp() {
  const words = useText().Otp
  const { email, isBusy, fault } = useSlice('signIn')
  const send = useSend()
  return (
    <div className="Otp">
      <CodeForm
        title={words.title()}
        body={words.sentTo({ email })}
        label={words.label()}
        isBusy={isBusy}
        fault={fault}
        onComplete={otp => send({ type: 'submitOtp', otp })}
      >
        <Resend />
      </CodeForm>
    </div>
  )
}
