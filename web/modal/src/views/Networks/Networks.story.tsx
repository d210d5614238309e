import { fixtures } from '../../generated/fixtures.ts'

export const title = 'Networks'

export const states = {
  connected: fixtures.networks,
  unavailable: fixtures['networks.unavailable'],
  disconnected: { ...fixtures.networks, accounts: {} },
}
