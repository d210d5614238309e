import { fixtures } from '../../generated/fixtures.ts'

export const title = 'Unexpected'

export const states = {
  trapped: fixtures['failure.trapped'],
  unloaded: fixtures['failure.unloaded'],
}
