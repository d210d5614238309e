import { useText } from '../text/useText.ts'
import { useLazy } from './LazyContext.ts'
import { useIsLocked } from './Methods.tsx'
import { useChunk } from './useChunk.ts'

/** The way to sign in by e-mail: the place of the field that the vault's frame draws, as soon as what keeps it is there. */
export function EmailWay() {
  const now = useChunk(useLazy())
  const isLocked = useIsLocked()
  const Place = typeof now === 'object' && !isLocked ? now.FramePlace : undefined
  return <div className="EmailWay">{Place && <Place view="EmailLogin" />}</div>
}

/** Between two ways to connect. */
export function Or() {
  return <p className="Or">{useText().Connect.or()}</p>
}
