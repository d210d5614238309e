import { networks } from '../../generated/fixtures/networks.ts'

export const title = 'Networks'

export const states = {
  connected: networks.connected,
  unavailable: networks.unavailable,
  disconnected: networks.disconnected,
}
