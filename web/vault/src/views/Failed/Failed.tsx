import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Report } from '../../../../kit/src/Report/Report.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../../text/useText.ts'
import { useSlice } from '../frameStore.ts'

/** The module has stopped, or a part of the page did not come. Nothing was signed meanwhile. */
export function Failed() {
  const words = useText().Failed
  const { report = '', isUnloaded = false } = useSlice('failure')
  const said = isUnloaded ? words.unloaded : words.trapped
  return (
    <div className="Failed">
      <StatusPanel role="alert" subject="warning" title={said.title()} body={said.body()}>
        <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
          {said.button()}
        </Button>
      </StatusPanel>
      {!isUnloaded && (
        <Report
          label={words.report()}
          report={report}
          copyLabel={words.copyReport()}
          copiedLabel={words.reportCopied()}
        />
      )}
    </div>
  )
}
