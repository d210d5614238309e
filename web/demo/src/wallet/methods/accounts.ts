import type { Asked, Method } from './method'

export const accounts: Method = async ({ memory }) => memory.accountsFor(location.origin)

export const requestAccounts: Method = async (asked, method) => {
  if (asked.memory.accountsFor(location.origin).length === 0) await connect(asked, method)
  return asked.memory.accountsFor(location.origin)
}

export const requestPermissions: Method = async (asked, method) => {
  await connect(asked, method)
  return permissions(asked)
}

export const getPermissions: Method = async asked => permissions(asked)

export const revokePermissions: Method = async ({ memory }) => {
  memory.forget(location.origin)
  return null
}

async function connect({ approvals, memory }: Asked, method: string) {
  const { account } = memory.read()
  const decision = await approvals.ask(method, { kind: 'connect', account })
  const allowed = [...new Set([...memory.read().allowed, location.origin])]
  memory.change({ account: decision.account ?? account, allowed })
}

/** The shape of EIP-2255. */
function permissions({ memory }: Asked): unknown[] {
  const value = memory.accountsFor(location.origin)
  if (value.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value }]
  return [{ parentCapability: 'eth_accounts', invoker: location.origin, caveats }]
}
