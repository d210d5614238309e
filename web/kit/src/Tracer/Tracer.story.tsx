import { Coin } from '../Coin/Coin.tsx'
import { Dot } from '../Dot/Dot.tsx'
import { WalletIcon } from '../WalletIcon/WalletIcon.tsx'
import { Tracer } from './Tracer.tsx'

export const title = 'Tracer'

export const states = {
  running: () => (
    <Tracer isRunning>
      <WalletIcon name="Harbor" size="large" />
    </Tracer>
  ),
  round: () => (
    <Tracer isRunning isRound>
      <Coin name="Base" size="large" />
    </Tracer>
  ),
  failed: () => (
    <Tracer isRunning={false}>
      <WalletIcon name="Harbor" size="large" />
      <Dot large kind="error" />
    </Tracer>
  ),
}
