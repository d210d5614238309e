import { openWallet } from '../../generated/fixtures/openWallet.ts'

export const title = 'OpenWallet'

export const states = openWallet
