import { receive } from '../../generated/fixtures/receive.ts'

export const title = 'WalletCompatibleNetworks'

export const states = {
  networks: receive.networks,
  many: receive.manyNetworks,
  unavailable: receive.unavailable,
}
