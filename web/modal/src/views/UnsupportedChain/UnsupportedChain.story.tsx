import { fixtures } from '../../generated/fixtures.ts'

export const title = 'UnsupportedChain'

export const states = {
  choice: fixtures.unsupportedChain,
}
