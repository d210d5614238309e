import type { Method, WalletContext } from './method'

export const accounts: Method = async ({ memory, origin }) => memory.accountsFor(origin)

export const requestAccounts: Method = async (context, method) => {
  const { memory, origin } = context
  if (memory.accountsFor(origin).length === 0) await connect(context, method)
  return memory.accountsFor(origin)
}

export const requestPermissions: Method = async (context, method) => {
  await connect(context, method)
  return permissions(context)
}

export const getPermissions: Method = async context => permissions(context)

export const revokePermissions: Method = async ({ memory, origin }) => {
  memory.forget(origin)
  return null
}

async function connect({ approvals, memory, origin }: WalletContext, method: string) {
  const { account } = memory.read()
  const decision = await approvals.ask(method, { kind: 'connect', account })
  const allowed = [...new Set([...memory.read().allowed, origin])]
  memory.change({ account: decision.account ?? account, allowed })
}

/** The shape of EIP-2255. */
function permissions({ memory, origin }: WalletContext): unknown[] {
  const value = memory.accountsFor(origin)
  if (value.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value }]
  return [{ parentCapability: 'eth_accounts', invoker: origin, caveats }]
}
