import { getWallet } from '../../generated/fixtures/getWallet.ts'

export const title = 'GetWallet'

export const states = {
  guide: getWallet.guide,
  empty: getWallet.empty,
}
