import { failure } from '../../generated/fixtures/failure.ts'

export const title = 'Unexpected'

export const states = {
  trapped: failure.trapped,
  unloaded: failure.unloaded,
}
