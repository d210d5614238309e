import { unsupportedChain } from '../../generated/fixtures/unsupportedChain.ts'

export const title = 'UnsupportedChain'

export const states = {
  choice: unsupportedChain.choice,
}
