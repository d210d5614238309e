import { useText } from '../../text/useText.ts'
import { AddressForm } from '../AddressForm.tsx'
import { useSend, useSlice } from '../frameStore.ts'

/** Where the address is asked for: within the list of wallets, so that nothing else stands here. */
export function Email() {
  const words = useText().Email
  const { email, isBusy, fault } = useSlice('signIn')
  const send = useSend()
  return (
    <div className="Email">
      <AddressForm
        label={words.label()}
        submitLabel={words.submit()}
        email={email}
        isBusy={isBusy}
        fault={fault}
        onFocus={() => send({ type: 'enterEmail' })}
        onSubmit={address => send({ type: 'submitEmail', email: address })}
      />
    </div>
  )
}
