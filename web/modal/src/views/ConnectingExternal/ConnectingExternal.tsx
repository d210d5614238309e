import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Dot } from '../../../../kit/src/Dot/Dot.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { Tracer } from '../../../../kit/src/Tracer/Tracer.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import type { ConnectStep } from '../../generated/ConnectStep.ts'
import { plain, shorten } from '../../text/format.ts'
import { text } from '../../text/text.ts'
import { Place } from '../Place.tsx'
import { useShown } from '../useShown.ts'

const words = text.ConnectingExternal

/** A wallet has been asked. From asking to its answer nothing moves: the same tile, lines and button. */
export function ConnectingExternal() {
  const { wallet, step } = useShown('connect')
  const send = useSend()
  const name = plain(wallet?.name ?? '')
  const error = step.type === 'failed' ? step.error : undefined
  const said = says(step, shorten(name))
  const retry = () => send({ type: 'retry' })
  return (
    <Place
      name="ConnectingExternal"
      title={name}
      foot={
        <Button kind={said.isBusy ? 'secondary' : 'primary'} isBusy={said.isBusy} onClick={retry}>
          {said.button}
        </Button>
      }
    >
      <Moment
        role="status"
        title={said.title}
        body={said.body}
        quote={error?.type === 'wallet' ? words.detail(error) : undefined}
        subject={
          <Tracer isRunning={!error}>
            <Picture of="wallet" name={name} src={wallet?.icon} size="large" />
            {error && <Dot large kind={error.type === 'pending' ? 'warning' : 'error'} />}
          </Tracer>
        }
      />
    </Place>
  )
}

type Said = { title: string; body: string; button: string; isBusy: boolean }

function says(step: ConnectStep, wallet: string): Said {
  if (step.type === 'failed') {
    const { title, body } = words.errors[step.error.type]
    const network = step.error.type === 'chainRefused' ? shorten(step.error.network) : ''
    const values = { wallet, network }
    return {
      title: title(values),
      body: body(values),
      button: text.dialog.tryAgain(),
      isBusy: false,
    }
  }
  const body = step.type === 'waiting' && step.slow ? words.slow.body : words.waiting.body
  return {
    title: words.waiting.title({ wallet }),
    body: body({ wallet }),
    button: words.waiting.button({ wallet }),
    isBusy: true,
  }
}
