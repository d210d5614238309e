import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useEntryText } from '../../text/useText.ts'
import { Resend } from '../Resend.tsx'
import { useEntry, useEntryFault } from '../useEntry.ts'

/** A link was mailed: the page behind it asks for the number that shows here. */
export function EmailVerifyDevice() {
  const text = useEntryText()
  const words = text.EmailVerifyDevice
  const { email, number, fault } = useEntry()
  const send = useSend()
  const why = useEntryFault(fault)
  // The number is of no use any more: whoever wants another one has another mail sent, or goes back.
  if (fault?.type === 'attemptOver')
    return (
      <StatusPanel role="alert" subject="warning" title={words.over()} body={why ?? ''}>
        <Resend />
      </StatusPanel>
    )
  return (
    <StatusPanel subject="mail" title={words.title()} body={words.mailed({ email })}>
      {number !== undefined && (
        <p className="number">
          <span>{words.number()}</span>
          <bdi>{number}</bdi>
        </p>
      )}
      {why && (
        <p className="why" role="alert">
          {why}
        </p>
      )}
      {fault ? (
        <Button onClick={() => send({ type: 'enter', what: { type: 'retry' } })}>
          {text.dialog.tryAgain()}
        </Button>
      ) : (
        <p className="waiting" role="status">
          {words.waiting()}
        </p>
      )}
      <Resend />
    </StatusPanel>
  )
}
