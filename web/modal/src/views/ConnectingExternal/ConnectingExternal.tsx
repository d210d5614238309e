import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Dot } from '../../../../kit/src/Dot/Dot.tsx'
import { Header } from '../../../../kit/src/Header/Header.tsx'
import { Tracer } from '../../../../kit/src/Tracer/Tracer.tsx'
import { WalletIcon } from '../../../../kit/src/WalletIcon/WalletIcon.tsx'
import { useSend } from '../../../../shell/src/useSend.ts'
import type { ConnectError } from '../../generated/ConnectError.ts'
import type { ConnectStep } from '../../generated/ConnectStep.ts'
import { plain, shorten } from '../../text/format.ts'
import { text } from '../../text/text.ts'
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
    <div className="ConnectingExternal place">
      <Header
        title={name}
        start={{ icon: 'back', label: text.dialog.back(), onClick: () => send({ type: 'back' }) }}
        close={{ label: text.dialog.close(), onClick: () => send({ type: 'close' }) }}
      />
      <div className="body">
        <Tracer isRunning={!error}>
          <WalletIcon name={name} src={wallet?.icon} size="large" />
          {error && <Dot large kind={error.type === 'pending' ? 'warning' : 'error'} />}
        </Tracer>
        <div className="said" role="status">
          <h3>{said.title}</h3>
          <p>{said.body}</p>
          {error?.type === 'wallet' && <WalletSaid error={error} />}
        </div>
      </div>
      <div className="foot">
        <Button kind={said.isBusy ? 'secondary' : 'primary'} isBusy={said.isBusy} onClick={retry}>
          {said.button}
        </Button>
      </div>
    </div>
  )
}

/** The wallet's own words, as what they are. */
function WalletSaid({ error }: { error: Extract<ConnectError, { type: 'wallet' }> }) {
  return (
    <blockquote>
      <bdi>{words.detail({ message: error.message, code: error.code })}</bdi>
    </blockquote>
  )
}

type Said = { title: string; body: string; button: string; isBusy: boolean }

function says(step: ConnectStep, wallet: string): Said {
  if (step.type === 'failed') {
    const { title, body } = words.errors[step.error.type]
    const network = step.error.type === 'chainRefused' ? shorten(step.error.network) : ''
    const values = { wallet, network }
    return { title: title(values), body: body(values), button: words.tryAgain(), isBusy: false }
  }
  const body = step.type === 'waiting' && step.slow ? words.slow.body : words.waiting.body
  return {
    title: words.waiting.title({ wallet }),
    body: body({ wallet }),
    button: words.waiting.button({ wallet }),
    isBusy: true,
  }
}
