import { Dot } from '../Dot/Dot.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { Tracer } from './Tracer.tsx'

export const title = 'Tracer'

export const states = {
  running: () => (
    <Tracer isRunning>
      <Picture of="wallet" name="Harbor" size="large" />
    </Tracer>
  ),
  round: () => (
    <Tracer isRunning isRound>
      <Picture of="network" name="Base" size="large" />
    </Tracer>
  ),
  failed: () => (
    <Tracer isRunning={false}>
      <Picture of="wallet" name="Harbor" size="large" />
      <Dot large kind="error" />
    </Tracer>
  ),
}
