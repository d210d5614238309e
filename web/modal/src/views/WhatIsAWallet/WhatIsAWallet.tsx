import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Slide } from '../../../../kit/src/Slide/Slide.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'
import { Place } from '../Place.tsx'

const words = moreText.WhatIsAWallet

const SLIDES = ['holdings', 'key', 'shield'] as const

/** What a wallet is, in three thoughts, and the way to one. */
export function WhatIsAWallet() {
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
      {SLIDES.map(slide => (
        <Slide
          key={slide}
          drawing={slide}
          title={words[slide].title()}
          body={words[slide].body()}
        />
      ))}
    </Place>
  )
}
