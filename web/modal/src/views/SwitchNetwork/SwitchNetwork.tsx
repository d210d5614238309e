import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Coin } from '../../../../kit/src/Coin/Coin.tsx'
import { Dot } from '../../../../kit/src/Dot/Dot.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
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
  const step = target && target.step !== 'needsWallet' ? target.step : 'waiting'
  const isWaiting = step === 'waiting'
  const name = plain(target?.row.name ?? moreText.anyNetwork())
  const said = words[step]
  const buttons = {
    waiting: words.waiting.button({ wallet }),
    declined: text.dialog.tryAgain(),
    unsupported: words.unsupported.button(),
  }
  const values = { wallet, network: shorten(name) }
  return (
    <Place
      name="SwitchNetwork"
      title={name}
      foot={
        <Button
          kind={isWaiting ? 'secondary' : 'primary'}
          isBusy={isWaiting}
          onClick={() => send({ type: step === 'unsupported' ? 'back' : 'retry' })}
        >
          {buttons[step]}
        </Button>
      }
    >
      <Moment
        role="status"
        title={said.title(values)}
        subject={
          <Tracer isRound isRunning={isWaiting}>
            <Coin name={name} src={target?.row.image} size="large" />
            {!isWaiting && <Dot large kind="error" />}
          </Tracer>
        }
      >
        <p>{said.body(values)}</p>
      </Moment>
    </Place>
  )
}
