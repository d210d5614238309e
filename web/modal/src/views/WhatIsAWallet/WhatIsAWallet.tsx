import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Explainer } from '../../../../kit/src/Explainer/Explainer.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useLazyText } from '../../text/useText.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** What a wallet is, in three thoughts, and the way to one. */
export function WhatIsAWallet() {
  const text = useLazyText()
  const words = text.WhatIsAWallet
  const send = useSend()
  return (
    <ViewLayout
      name="WhatIsAWallet"
      title={text.titles.WhatIsAWallet()}
      foot={
        <Button
          kind="primary"
          icon="wallet"
          onClick={() => send({ type: 'show', view: 'GetWallet' })}
        >
          {words.get()}
        </Button>
      }
    >
      <Explainer of={words.slides} />
    </ViewLayout>
  )
}
