import { Button } from '../../../kit/src/Button/Button.tsx'
import { Dot, type DotKind } from '../../../kit/src/Dot/Dot.tsx'
import { Picture } from '../../../kit/src/Picture/Picture.tsx'
import { ProgressRing } from '../../../kit/src/ProgressRing/ProgressRing.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useText } from '../text/useText.ts'
import { ViewLayout } from './ViewLayout.tsx'

type WalletRequestProps = {
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
export function WalletRequest(props: WalletRequestProps) {
  const text = useText()
  const { view, of, name, src, said, body, quote, waiting, wayOut, outcome } = props
  const send = useSend()
  return (
    <ViewLayout
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
      <StatusPanel
        role="status"
        title={said}
        body={body}
        quote={quote}
        subject={
          <ProgressRing isRound={of === 'network'} isRunning={!outcome}>
            <Picture of={of} name={name} src={src} size="large" />
            {outcome && <Dot large kind={outcome} />}
          </ProgressRing>
        }
      />
    </ViewLayout>
  )
}
