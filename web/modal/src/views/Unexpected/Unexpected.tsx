import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
import { Report } from '../../../../kit/src/Report/Report.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useText } from '../../text/useText.ts'
import { Place } from '../Place.tsx'
import { useShown } from '../useShown.ts'

/**
 * The engine has stopped, or a part of it did not come. A new one starts from what was stored when the
 * dialog is opened again.
 */
export function Unexpected() {
  const text = useText()
  const words = text.Unexpected
  const { unexpected } = useShown('failure')
  const send = useSend()
  const { loadFailed } = text
  const [headline, body, again] = unexpected?.isUnloaded
    ? [loadFailed.title(), loadFailed.body(), loadFailed.tryAgain()]
    : [words.headline(), words.body(), words.reload()]
  return (
    <Place
      name="Unexpected"
      title={words.title()}
      foot={
        <Button kind="primary" icon="refresh" onClick={() => send({ type: 'open' })}>
          {again}
        </Button>
      }
    >
      <Moment role="alert" subject="warning" title={headline} body={body} />
      <Report
        label={words.report()}
        report={unexpected?.report ?? ''}
        copyLabel={words.copyReport()}
        copiedLabel={words.reportCopied()}
      />
    </Place>
  )
}
