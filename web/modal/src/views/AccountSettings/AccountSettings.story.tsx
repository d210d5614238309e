import { accountSettings } from '../../generated/fixtures/accountSettings.ts'

export const title = 'AccountSettings'

export const states = {
  connected: accountSettings.connected,
  nameless: accountSettings.nameless,
  loading: accountSettings.loading,
  several: accountSettings.several,
  oneLess: accountSettings.oneLess,
  elsewhere: accountSettings.elsewhere,
  wrongNetwork: accountSettings.wrongNetwork,
  copied: accountSettings.copied,
  copyFailed: accountSettings.copyFailed,
  longNames: accountSettings.longNames,
}
