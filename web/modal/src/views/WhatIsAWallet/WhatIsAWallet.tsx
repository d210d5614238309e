import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Slides } from '../../../../kit/src/Slides/Slides.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { useLazyText } from '../../text/useText.ts'
import { Place } from '../Place.tsx'

/** What a wallet is, in three thoughts, and the way to one. */
export function WhatIsAWallet() {
  const text = useLazyText()
  const words = text.WhatIsAWallet
  const send = useSend()
  return (
    <Place
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
      <Slides of={words.slides} />
    </Place>
  )
}
