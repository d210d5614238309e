import { useState } from 'react'
import { Banner } from '../../../../kit/src/Banner/Banner.tsx'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Checkbox } from '../../../../kit/src/Checkbox/Checkbox.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useLaterText } from '../../text/useText.ts'
import { Foot } from '../Foot.tsx'
import { useSend, useSlice } from '../frameStore.ts'
import { SecretWords } from '../SecretWords.tsx'

/** A recovery code shows. It counts once somebody says that they have it, and knows what that means. */
export function Factor() {
  const words = useLaterText().Factor
  const [hasIt, setHasIt] = useState(false)
  const send = useSend()
  // Whoever signs in has none yet: nothing was kept of it before.
  const hasWallet = useSlice('screen').view === 'WalletSettings'
  return (
    <div className="Factor">
      <StatusPanel subject="key" title={words.title()} body={words.body()}>
        <SecretWords label={words.list()} />
        <Banner kind="warn" cause={words.alone()}>
          {hasWallet && words.before()}
        </Banner>
      </StatusPanel>
      <Foot>
        <Checkbox isChecked={hasIt} onChange={setHasIt}>
          {words.agree()}
        </Checkbox>
        <div className="pair">
          <Button onClick={() => send({ type: 'hideWords' })}>{words.cancel()}</Button>
          <Button kind="primary" isDisabled={!hasIt} onClick={() => send({ type: 'keepCode' })}>
            {words.button()}
          </Button>
        </div>
      </Foot>
    </div>
  )
}
