import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Spinner } from '../../../../kit/src/Spinner/Spinner.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'
import { useFault } from '../useFault.ts'

/** The wallet is being made, or brought back; or why that did not work. */
export function Working() {
  const text = useText()
  const words = text.Working
  const { fault } = useSlice('signIn')
  const send = useSend()
  const why = useFault(fault)
  if (why)
    return (
      <div className="Working">
        <StatusPanel role="alert" subject="warning" title={words.failed()} body={why}>
          <Button kind="primary" onClick={() => send({ type: 'retry' })}>
            {text.any.tryAgain()}
          </Button>
        </StatusPanel>
      </div>
    )
  return (
    <div className="Working">
      <StatusPanel
        role="status"
        size="small"
        subject={<Spinner />}
        title={words.title()}
        body={words.body()}
      />
    </div>
  )
}
