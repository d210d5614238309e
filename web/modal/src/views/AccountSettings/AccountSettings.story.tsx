import { account } from '../../generated/fixtures/account.ts'
import { accountSettings } from '../../generated/fixtures/accountSettings.ts'
import { toast } from '../../generated/fixtures/toast.ts'

export const title = 'AccountSettings'

const route = accountSettings.connected.route

export const states = {
  connected: accountSettings.connected,
  nameless: { ...account.explorer, route },
  loading: { ...account.loading, route },
  several: { ...account.several, route },
  oneLess: { ...account.oneLess, route },
  elsewhere: { ...account.elsewhere, route },
  wrongNetwork: { ...account.wrongNetwork, route },
  copied: { ...toast.copied, route },
  copyFailed: { ...toast.failed, route },
  longNames: { ...account.longNames, route },
}
