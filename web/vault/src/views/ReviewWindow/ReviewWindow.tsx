import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Spinner } from '../../../../kit/src/Spinner/Spinner.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText, useText } from '../../text/useText.ts'
import { useSend, useSlice } from '../frameStore.ts'

/** A window in which nothing is to be approved: not yet, or not any more. */
export function ReviewWindow() {
  const { review } = useSlice('screen')
  const words = useLaterText().ReviewWindow
  const { any, faults, Failed } = useText()
  const send = useSend()
  switch (review) {
    case 'decided':
      return (
        <div className="ReviewWindow">
          <StatusPanel role="status" subject="check" title={words.decided()} body={words.close()} />
        </div>
      )
    case 'over':
      return (
        <div className="ReviewWindow">
          <StatusPanel
            role="alert"
            subject="warning"
            title={words.over()}
            body={words.overBecause()}
          />
        </div>
      )
    case 'offline':
      return (
        <div className="ReviewWindow">
          <StatusPanel
            role="alert"
            subject="warning"
            title={Failed.unloaded.title()}
            body={faults.offline()}
          >
            <Button kind="primary" onClick={() => send({ type: 'retry' })}>
              {any.tryAgain()}
            </Button>
          </StatusPanel>
        </div>
      )
    default:
      return (
        <div className="ReviewWindow">
          <StatusPanel
            role="status"
            size="small"
            subject={<Spinner />}
            title={review === 'sending' ? words.sending() : words.loading()}
            body={words.moment()}
          />
        </div>
      )
  }
}
