import type { ReactNode } from 'react'
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
  /** The wallet that an answer is waited for. */
  wallet: string
  /** On the button that leads back, where asking again is of no use. */
  wayOut?: string | undefined
  /** Another place to ask the wallet in. */
  more?: ReactNode
  /** Another way on, where there is one. */
  other?: { text: string; act: () => void } | undefined
  /** What the answer was, if not what was hoped for. */
  outcome: DotKind | undefined
}

/** A name of more letters leaves no room on a button beside what is said of it. */
const LONG = 16

/** A wallet has been asked. From asking to its answer nothing moves: the same picture, lines and button. */
export function WalletRequest(props: WalletRequestProps) {
  const text = useText()
  const { view, of, name, src, said, body, quote, wallet, wayOut, other, outcome, more } = props
  const send = useSend()
  const { longButton, button } = text.ConnectingExternal.waiting
  const waiting = wallet.length > LONG ? longButton() : button({ wallet })
  return (
    <ViewLayout
      name={view}
      title={name}
      more={more}
      foot={
        <div className="WalletRequest">
          <Button
            kind={outcome && !other ? 'primary' : 'secondary'}
            isBusy={!outcome}
            onClick={() => send({ type: wayOut ? 'back' : 'retry' })}
          >
            {outcome ? (wayOut ?? text.dialog.tryAgain()) : waiting}
          </Button>
          {other && (
            <Button kind="primary" onClick={other.act}>
              {other.text}
            </Button>
          )}
        </div>
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
