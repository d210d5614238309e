import { walletConnectBasic } from '../../generated/fixtures/walletConnectBasic.ts'

export const title = 'ConnectingWalletConnectBasic'

export const states = walletConnectBasic
