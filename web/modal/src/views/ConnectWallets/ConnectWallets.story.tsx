import { connect } from '../../generated/fixtures/connect.ts'

export const title = 'ConnectWallets'

export const states = {
  wallets: connect.wallets,
  locked: connect.locked,
}
