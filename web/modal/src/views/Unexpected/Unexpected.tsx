import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { Header } from '../../../../kit/src/Header/Header.tsx'
import { Report } from '../../../../kit/src/Report/Report.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import { text } from '../../text/text.ts'
import { useShown } from '../useShown.ts'

const words = text.Unexpected

/** The engine has stopped. A new one starts from what was stored when the dialog is opened again. */
export function Unexpected() {
  const { unexpected } = useShown('failure')
  const send = useSend()
  return (
    <div className="Unexpected place">
      <Header
        title={words.title()}
        close={{ label: text.dialog.close(), onClick: () => send({ type: 'close' }) }}
      />
      <div className="body">
        <div role="alert">
          <Emblem isLarge kind="bad" icon="warning" />
          <h3>{words.headline()}</h3>
          <p>{words.body()}</p>
        </div>
        <Report
          label={words.report()}
          report={unexpected?.report ?? ''}
          copyLabel={words.copyReport()}
          copiedLabel={words.reportCopied()}
        />
      </div>
      <div className="foot">
        <Button kind="primary" icon="refresh" onClick={() => send({ type: 'open' })}>
          {words.reload()}
        </Button>
      </div>
    </div>
  )
}
