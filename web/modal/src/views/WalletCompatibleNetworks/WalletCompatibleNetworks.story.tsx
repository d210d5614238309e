import { networks as choices } from '../../generated/fixtures/networks.ts'
import { receive } from '../../generated/fixtures/receive.ts'

export const title = 'WalletCompatibleNetworks'

const { networks } = receive

export const states = {
  networks,
  many: { ...networks, networks: choices.many.networks },
  unavailable: {
    ...networks,
    networks: {
      ...choices.many.networks,
      list: choices.many.networks.list.map((row, at) =>
        at === 1 ? { ...row, unavailable: 'wallet' as const } : row,
      ),
    },
  },
}
