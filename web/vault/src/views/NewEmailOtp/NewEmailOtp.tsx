import { Link } from '../../../../kit/src/Link/Link.tsx'
import { useLaterText } from '../../text/useText.ts'
import { CodeForm } from '../CodeForm.tsx'
import { useSend, useSlice } from '../frameStore.ts'

/** Where the codes are entered by which an address is changed: the one that went to the old one, then that of the new. */
export function NewEmailOtp() {
  const { NewEmailOtp: words, resend } = useLaterText()
  const { view } = useSlice('screen')
  const { oldEmail, newEmail, isBusy, fault } = useSlice('emailChange')
  const send = useSend()
  const isOld = view === 'UpdateEmailPrimaryOtp'
  return (
    <div className="NewEmailOtp">
      <CodeForm
        title={words.title()}
        body={isOld ? words.old({ oldEmail, newEmail }) : words.new({ newEmail })}
        label={words.label()}
        isBusy={isBusy}
        fault={fault}
        onComplete={otp => send({ type: 'submitChangeOtp', otp })}
      >
        {isOld && (
          <p className="hint">
            {resend.missing()}{' '}
            <Link isBusy={isBusy} onClick={() => send({ type: 'changeEmail', email: newEmail })}>
              {resend.again()}
            </Link>
          </p>
        )}
      </CodeForm>
    </div>
  )
}
