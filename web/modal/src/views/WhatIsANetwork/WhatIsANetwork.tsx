import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Explainer } from '../../../../kit/src/Explainer/Explainer.tsx'
import { useLazyText } from '../../text/useText.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** The networks explained by those who run none of ours. */
const LEARN = 'https://ethereum.org/en/developers/docs/networks/'

/** What a network is, in two thoughts. */
export function WhatIsANetwork() {
  const text = useLazyText()
  const words = text.WhatIsANetwork
  return (
    <ViewLayout
      name="WhatIsANetwork"
      title={text.titles.WhatIsANetwork()}
      foot={
        <Button icon="external" href={LEARN}>
          {words.learn()} <span className="unseen">{text.dialog.newTab()}</span>
        </Button>
      }
    >
      <Explainer of={words.slides} />
    </ViewLayout>
  )
}
