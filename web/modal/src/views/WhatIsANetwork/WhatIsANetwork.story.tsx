import { whatIsANetwork } from '../../generated/fixtures/whatIsANetwork.ts'

export const title = 'WhatIsANetwork'

export const states = {
  slides: whatIsANetwork.slides,
}
