import { switchActiveChain } from '../../generated/fixtures/switchActiveChain.ts'

export const title = 'SwitchActiveChain'

export const states = {
  needsWallet: switchActiveChain.needsWallet,
  sameWallet: switchActiveChain.sameWallet,
}
