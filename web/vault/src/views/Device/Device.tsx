import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { Resend } from '../Resend.tsx'
import { useFault } from '../useFault.ts'

/** A link was mailed: the page behind it asks for the number that shows here. */
export function Device() {
  const text = useText()
  const words = text.Device
  const { email, number, fault } = useSlice('signIn')
  const send = useSend()
  const why = useFault(fault)
  return (
    <div className="Device">
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
          <Button onClick={() => send({ type: 'retry' })}>{text.any.tryAgain()}</Button>
        ) : (
          <p className="waiting" role="status">
            {words.waiting()}
          </p>
        )}
        <Resend />
      </StatusPanel>
    </div>
  )
}
