import { fixtures } from '../../generated/fixtures.ts'

export const title = 'Unexpected'

export const states = { failure: fixtures.failure }
