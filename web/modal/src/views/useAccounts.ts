import { activeNamespace } from '../all/selectors'
import type { Account } from '../generated/Account.ts'
import type { Namespace } from '../generated/Namespace.ts'
import { useShown } from './useShown.ts'

/** The accounts that are there, and the one in use: of the network in use, else the first. */
export function useAccounts(): {
  present: Namespace[]
  namespace: Namespace | undefined
  account: Account | undefined
} {
  const networks = useShown('networks')
  const accounts = useShown('accounts')
  const all = Object.keys(accounts) as Namespace[]
  const present = all.filter(name => accounts[name]?.address)
  const used = activeNamespace({ networks })
  const namespace = present.includes(used) ? used : present[0]
  return { present, namespace, account: namespace && accounts[namespace] }
}
