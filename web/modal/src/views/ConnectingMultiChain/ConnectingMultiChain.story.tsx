import { multiChain } from '../../generated/fixtures/multiChain.ts'

export const title = 'ConnectingMultiChain'

export const states = {
  choosing: multiChain.choosing,
}
