import { Button } from '../../../kit/src/Button/Button.tsx'
import { Dot, type DotKind } from '../../../kit/src/Dot/Dot.tsx'
import { Moment } from '../../../kit/src/Moment/Moment.tsx'
import { Picture } from '../../../kit/src/Picture/Picture.tsx'
import { Tracer } from '../../../kit/src/Tracer/Tracer.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useText } from '../text/useText.ts'
import { Place } from './Place.tsx'

type AskedProps = {
  view: 'ConnectingExternal' | 'SwitchNetwork'
  /** What it is asked about, or who is asked. */
  of: 'wallet' | 'network'
  name: string
  src: string | undefined
  said: string
  body: string
  quote?: string | undefined
  /** On the button, as long as there is no answer. */
  waiting: string
  /** On the button that leads back, where asking again is of no use. */
  wayOut?: string | undefined
  /** What the answer was, if not what was hoped for. */
  outcome: DotKind | undefined
}

/** A wallet has been asked. From asking to its answer nothing moves: the same picture, lines and button. */
export function Asked(props: AskedProps) {
  const text = useText()
  const { view, of, name, src, said, body, quote, waiting, wayOut, outcome } = props
  const send = useSend()
  return (
    <Place
      name={view}
      title={name}
      foot={
        <Button
          kind={outcome ? 'primary' : 'secondary'}
          isBusy={!outcome}
          onClick={() => send({ type: wayOut ? 'back' : 'retry' })}
        >
          {outcome ? (wayOut ?? text.dialog.tryAgain()) : waiting}
        </Button>
      }
    >
      <Moment
        role="status"
        title={said}
        body={body}
        quote={quote}
        subject={
          <Tracer isRound={of === 'network'} isRunning={!outcome}>
            <Picture of={of} name={name} src={src} size="large" />
            {outcome && <Dot large kind={outcome} />}
          </Tracer>
        }
      />
    </Place>
  )
}
