import { fixtures } from '../../generated/fixtures.ts'

export const title = 'SwitchNetwork'

export const states = {
  waiting: fixtures['switchNetwork.waiting'],
  declined: fixtures['switchNetwork.declined'],
  unsupported: fixtures['switchNetwork.unsupported'],
}
