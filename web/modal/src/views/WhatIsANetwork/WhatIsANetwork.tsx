import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Slide } from '../../../../kit/src/Slide/Slide.tsx'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'
import { Place } from '../Place.tsx'

const words = moreText.WhatIsANetwork

const SLIDES = ['nodes', 'islands'] as const

/** The networks explained by those who run none of ours. */
const LEARN = 'https://ethereum.org/en/developers/docs/networks/'

/** What a network is, in two thoughts. */
export function WhatIsANetwork() {
  return (
    <Place
      name="WhatIsANetwork"
      title={text.titles.WhatIsANetwork()}
      foot={
        <Button icon="external" href={LEARN}>
          {words.learn()} <span className="unseen">{text.dialog.newTab()}</span>
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
