import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Slides } from '../../../../kit/src/Slides/Slides.tsx'
import { useLazyText } from '../../text/useText.ts'
import { Place } from '../Place.tsx'

/** The networks explained by those who run none of ours. */
const LEARN = 'https://ethereum.org/en/developers/docs/networks/'

/** What a network is, in two thoughts. */
export function WhatIsANetwork() {
  const text = useLazyText()
  const words = text.WhatIsANetwork
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
      <Slides of={words.slides} />
    </Place>
  )
}
