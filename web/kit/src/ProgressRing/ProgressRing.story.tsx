import { Dot } from '../Dot/Dot.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { ProgressRing } from './ProgressRing.tsx'

export const title = 'ProgressRing'

export const states = {
  running: () => (
    <ProgressRing isRunning>
      <Picture of="wallet" name="Harbor" size="large" />
    </ProgressRing>
  ),
  round: () => (
    <ProgressRing isRunning isRound>
      <Picture of="network" name="Base" size="large" />
    </ProgressRing>
  ),
  failed: () => (
    <ProgressRing isRunning={false}>
      <Picture of="wallet" name="Harbor" size="large" />
      <Dot large kind="error" />
    </ProgressRing>
  ),
}
