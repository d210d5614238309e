import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useText } from '../../text/useText.ts'

/** The page was opened by itself: there is nobody here to speak to. */
export function Refused() {
  const words = useText().Refused
  return (
    <div className="Refused">
      <StatusPanel subject="wallet" title={words.title()} body={words.body()} />
    </div>
  )
}
