import { switchAddress } from '../../generated/fixtures/switchAddress.ts'

export const title = 'SwitchAddress'

export const states = {
  accounts: switchAddress.accounts,
  reading: switchAddress.reading,
  bitcoin: switchAddress.bitcoin,
}
