import { fixtures } from '../../generated/fixtures.ts'

export const title = 'ConnectWallets'

export const states = {
  wallets: fixtures['connect.wallets'],
  locked: {
    ...fixtures['connect.legal'],
    route: fixtures['connect.wallets'].route,
  },
}
