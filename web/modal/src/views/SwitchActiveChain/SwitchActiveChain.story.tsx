import { fixtures } from '../../generated/fixtures.ts'

export const title = 'SwitchActiveChain'

export const states = {
  needsWallet: fixtures.switchActiveChain,
}
