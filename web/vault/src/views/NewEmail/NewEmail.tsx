import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { AddressForm } from '../AddressForm.tsx'
import { useSend, useSlice } from '../frameStore.ts'

/** Where another address is asked for, to sign in with from then on. */
export function NewEmail() {
  const words = useLaterText().NewEmail
  const { oldEmail, isBusy, fault } = useSlice('emailChange')
  const send = useSend()
  return (
    <div className="NewEmail">
      <StatusPanel subject="mail" title={words.title()} body={words.body({ email: oldEmail })}>
        <AddressForm
          label={words.label()}
          submitLabel={words.submit()}
          isBusy={isBusy}
          fault={fault}
          onSubmit={email => send({ type: 'changeEmail', email })}
        />
      </StatusPanel>
    </div>
  )
}
