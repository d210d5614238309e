import { fixtures } from '../../generated/fixtures.ts'

export const title = 'GetWallet'

export const states = {
  guide: fixtures.getWallet,
  empty: { ...fixtures.getWallet, directory: { ...fixtures.getWallet.directory, guide: [] } },
}
