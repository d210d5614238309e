import type { Method, WalletContext } from './method'

export const accounts: Method = async ({ memory }) => memory.accountsFor(location.origin)

export const requestAccounts: Method = async (context, method) => {
  if (context.memory.accountsFor(location.origin).length === 0) await connect(context, method)
  return context.memory.accountsFor(location.origin)
}

export const requestPermissions: Method = async (context, method) => {
  await connect(context, method)
  return permissions(context)
}

export const getPermissions: Method = async context => permissions(context)

export const revokePermissions: Method = async ({ memory }) => {
  memory.forget(location.origin)
  return null
}

async function connect({ approvals, memory }: WalletContext, method: string) {
  const { account } = memory.read()
  const decision = await approvals.ask(method, { kind: 'connect', account })
  const allowed = [...new Set([...memory.read().allowed, location.origin])]
  memory.change({ account: decision.account ?? account, allowed })
}

/** The shape of EIP-2255. */
function permissions({ memory }: WalletContext): unknown[] {
  const value = memory.accountsFor(location.origin)
  if (value.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value }]
  return [{ parentCapability: 'eth_accounts', invoker: location.origin, caveats }]
}
