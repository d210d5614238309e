import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Dot } from '../../../../kit/src/Dot/Dot.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { Tracer } from '../../../../kit/src/Tracer/Tracer.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import { plain, shorten } from '../../text/format.ts'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'
import { Place } from '../Place.tsx'
import { useConnectedWallet } from '../useConnectedWallet.ts'
import { useShown } from '../useShown.ts'

const words = moreText.SwitchNetwork

/** The wallet has been asked to change the network. As with connecting, nothing moves until it answers. */
export function SwitchNetwork() {
  const { target } = useShown('networks')
  const wallet = useConnectedWallet()
  const send = useSend()
  const name = plain(target?.row.name ?? moreText.anyNetwork())
  const isDeclined = target?.step === 'declined'
  const said = isDeclined ? words.declined : words.waiting
  const values = { wallet, network: shorten(name) }
  return (
    <Place
      name="SwitchNetwork"
      title={name}
      foot={
        <Button
          kind={isDeclined ? 'primary' : 'secondary'}
          isBusy={!isDeclined}
          onClick={() => send({ type: 'retry' })}
        >
          {isDeclined ? text.dialog.tryAgain() : words.waiting.button({ wallet })}
        </Button>
      }
    >
      <Moment
        role="status"
        title={said.title(values)}
        body={said.body(values)}
        subject={
          <Tracer isRound isRunning={!isDeclined}>
            <Picture of="network" name={name} src={target?.row.image} size="large" />
            {isDeclined && <Dot large kind="error" />}
          </Tracer>
        }
      />
    </Place>
  )
}
