import { networks } from '../../generated/fixtures/networks.ts'

export const title = 'Networks'

export const states = {
  connected: networks.connected,
  many: networks.many,
  unavailable: networks.unavailable,
  disconnected: networks.disconnected,
}
