import { CoinStack } from './CoinStack.tsx'

export const title = 'CoinStack'

export const states = {
  five: () => (
    <CoinStack
      coins={['Base', 'Ethereum', 'Optimism', 'Polygon', 'Arbitrum'].map(name => ({ name }))}
    />
  ),
}
