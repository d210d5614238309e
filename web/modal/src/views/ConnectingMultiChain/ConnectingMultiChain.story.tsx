import { fixtures } from '../../generated/fixtures.ts'

export const title = 'ConnectingMultiChain'

export const states = {
  choosing: fixtures.multiChain,
}
