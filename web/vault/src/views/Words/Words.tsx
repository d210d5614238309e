import { useContext, useState } from 'react'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { useSend } from '../frameStore.ts'
import { PlacesContext } from '../PlacesContext.ts'
import { SecretWords } from '../SecretWords.tsx'
import { HoldButton } from './HoldButton.tsx'

/** The words of the wallet. They show while a button is held, and go nowhere but to the clipboard. */
export function Words() {
  const words = useLaterText().Words
  const places = useContext(PlacesContext)
  const send = useSend()
  const [isHeld, setHeld] = useState(false)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  // In the turn of the click: browsers want that.
  const copy = () =>
    places?.copy('words').then(
      () => setOutcome('copied'),
      () => setOutcome('copyFailed'),
    )
  return (
    <div className="Words">
      <StatusPanel subject="key" title={words.title()} body={words.body()}>
        <SecretWords label={words.list()} isHidden={!isHeld} />
        <div className="pair">
          <HoldButton onHold={setHeld}>{words.hold()}</HoldButton>
          <Button icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
            {words.copy()}
          </Button>
        </div>
        <p className="outcome" role="status">
          {outcome && words[outcome]()}
        </p>
        <Button kind="primary" onClick={() => send({ type: 'hideWords' })}>
          {words.done()}
        </Button>
      </StatusPanel>
    </div>
  )
}
