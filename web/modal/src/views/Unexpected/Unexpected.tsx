import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Report } from '../../../../kit/src/Report/Report.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

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
    <ViewLayout
      name="Unexpected"
      title={words.title()}
      foot={
        <Button kind="primary" icon="refresh" onClick={() => send({ type: 'open' })}>
          {again}
        </Button>
      }
    >
      <StatusPanel role="alert" subject="warning" title={headline} body={body} />
      <Report
        label={words.report()}
        report={unexpected?.report ?? ''}
        copyLabel={words.copyReport()}
        copiedLabel={words.reportCopied()}
      />
    </ViewLayout>
  )
}
