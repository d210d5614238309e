import { fixtures } from '../../generated/fixtures.ts'

export const title = 'WhatIsAWallet'

export const states = {
  slides: fixtures.whatIsAWallet,
}
