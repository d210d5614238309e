import { walletConnect } from '../../generated/fixtures/walletConnect.ts'

export const title = 'ConnectingWalletConnect'

export const states = walletConnect
