import { whatIsAWallet } from '../../generated/fixtures/whatIsAWallet.ts'

export const title = 'WhatIsAWallet'

export const states = {
  slides: whatIsAWallet.slides,
}
