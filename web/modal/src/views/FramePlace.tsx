import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import { Skeleton } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { useSlice } from '../../../shell/src/views/useSlice.ts'
import type { EmailEntry } from '../generated/EmailEntry.ts'
import type { FrameView } from '../generated/FrameView.ts'
import { useText } from '../text/useText.ts'
import { coverPlace } from './coverPlace.ts'
import { useEntryChunk } from './EntryChunk.ts'
import type { EntryView } from './EntryView.ts'
import { makeRoom } from './makeRoom.ts'
import { useChunk } from './useChunk.ts'
import { useShown } from './useShown.ts'

/** How high what the frame shows is, in CSS pixels, before it has said so: nothing jumps far then. */
const HEIGHTS_PX: { readonly [view in FrameView]: number } = {
  EmailLogin: 48,
  EmailVerifyOtp: 216,
  EmailVerifyDevice: 240,
  UpdateEmailWallet: 112,
  UpdateEmailPrimaryOtp: 216,
  UpdateEmailSecondaryOtp: 216,
  ApproveTransaction: 440,
  WalletSettings: 360,
}

/** How high each was when it showed last. */
const lastHeights = new Map<FrameView, number>()

/**
 * The room of a view for what the vault's frame shows of it, or, where the host wants that, for fields of the modal's own.
 * The frame itself stays where it was made, since it would
 * load anew elsewhere: it lies over this place while that shows, and is not seen otherwise.
 */
export function FramePlace({ view }: { view: FrameView }) {
  const vault = useShown('vault')
  const send = useSend()
  if (vault.step === 'failed' || vault.step === 'blocked')
    return <NotLoaded step={vault.step} onRetry={() => send({ type: 'retryFrame' })} />
  if (isOwn(view, vault.entry)) return <Own view={view} />
  const isItsTurn = vault.step === 'ready' && vault.view === view
  // Nothing is drawn in a frame that has no room: it takes some to say how much it needs.
  if (isItsTurn && vault.height > 0) lastHeights.set(view, vault.height)
  const height = lastHeights.get(view) ?? HEIGHTS_PX[view]
  return <Place view={view} height={height} isItsTurn={isItsTurn} />
}

/** Whether the modal has fields of its own there: until the code was taken, from when on the frame goes on. */
const isOwn = (view: FrameView, entry: EmailEntry | undefined): view is EntryView =>
  entry !== undefined &&
  (view === 'EmailLogin' ||
    view === 'EmailVerifyDevice' ||
    (view === 'EmailVerifyOtp' && entry.step !== 'opening'))

/** Those, as soon as they are there. */
function Own({ view }: { view: EntryView }) {
  const chunk = useEntryChunk()
  const now = useChunk(chunk)
  if (now === 'failed') return <NotLoaded step="failed" onRetry={chunk.load} />
  if (now === 'loading') return <Skeleton shape="display" />
  const Shown = now.views[view]
  return <Shown />
}

/** What is there before the frame is, where it will be: the field, or lines. */
function Places({ view }: { view: FrameView }) {
  if (view === 'EmailLogin') return <i className="field" />
  return (
    <>
      <Skeleton shape="display" />
      <Skeleton shape="w120" />
      <Skeleton shape="w120" />
    </>
  )
}

type PlaceProps = { view: FrameView; height: number; isItsTurn: boolean }

function Place({ view, height, isItsTurn }: PlaceProps) {
  const title = useText().titles[view]()
  const { open } = useSlice('modal')
  const shown = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (shown.current ? makeRoom(shown.current, height) : undefined), [height])
  // While the card goes the frame is still seen, but nobody comes to it any more.
  useLayoutEffect(() => {
    if (!isItsTurn || !shown.current) return
    return coverPlace(shown.current, { title, isReached: open, isAll: view !== 'EmailLogin' })
  }, [isItsTurn, title, open, view])
  return (
    <div ref={shown} className="FramePlace" aria-busy={!isItsTurn}>
      <Places view={view} />
    </div>
  )
}

/** It is not there; whoever wants it has it loaded again. */
function NotLoaded({ step, onRetry }: { step: 'failed' | 'blocked'; onRetry: () => void }) {
  const { loadFailed, Connect } = useText()
  const body = step === 'blocked' ? Connect.blocked() : loadFailed.body()
  return (
    <StatusPanel role="alert" subject="warning" title={loadFailed.title()} body={body}>
      <Button kind="primary" icon="refresh" onClick={onRetry}>
        {loadFailed.tryAgain()}
      </Button>
    </StatusPanel>
  )
}
