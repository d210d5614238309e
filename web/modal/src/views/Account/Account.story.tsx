import { account } from '../../generated/fixtures/account.ts'
import { toast } from '../../generated/fixtures/toast.ts'
import type { State } from '../../generated/State'

export const title = 'Account'

const withoutSwitch = (state: State): State => ({
  ...state,
  features: { ...state.features, networkSwitch: false },
})

export const states = {
  loading: account.loading,
  connected: account.connected,
  networks: account.networks,
  explorer: account.explorer,
  stale: account.stale,
  offline: account.offline,
  noBalance: account.noBalance,
  unreadBalance: account.unreadBalance,
  wrongNetwork: account.wrongNetwork,
  wrongNetworkForGood: withoutSwitch(account.wrongNetwork),
  copied: toast.copied,
  copyFailed: toast.failed,
  notSent: { ...account.connected, toast: { shown: { kind: 'error', text: 'notSent', count: 1 } } },
  longNames: account.longNames,
  several: account.several,
  severalAddresses: account.severalAddresses,
  oneLess: account.oneLess,
  tokens: account.tokens,
  named: account.named,
  pictured: account.pictured,
  first: account.first,
}
