import { switchNetwork } from '../../generated/fixtures/switchNetwork.ts'

export const title = 'SwitchNetwork'

export const states = {
  waiting: switchNetwork.waiting,
  declined: switchNetwork.declined,
  unsupported: switchNetwork.unsupported,
}
