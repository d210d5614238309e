import { fixtures } from '../../generated/fixtures.ts'

export const title = 'WhatIsANetwork'

export const states = {
  slides: fixtures.whatIsANetwork,
}
