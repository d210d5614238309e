import * as account from './methods/accounts'
import * as approved from './methods/approved'
import * as chain from './methods/chain'
import type { Method } from './methods/method'
import { askNode } from './node'
import { Code, RpcError } from './rpcError'

/** Every method the wallet answers itself. */
const METHODS: Readonly<Record<string, Method>> = {
  eth_accounts: account.accounts,
  eth_requestAccounts: account.requestAccounts,
  wallet_requestPermissions: account.requestPermissions,
  wallet_getPermissions: account.getPermissions,
  wallet_revokePermissions: account.revokePermissions,
  eth_chainId: chain.chainId,
  net_version: chain.netVersion,
  wallet_switchEthereumChain: chain.switchChain,
  wallet_addEthereumChain: chain.addChain,
  personal_sign: approved.personalSign,
  eth_signTypedData_v4: approved.signTypedData,
  eth_sendTransaction: approved.sendTransaction,
}

/** Signs without showing what; no wallet should still offer it. */
const NEVER = ['eth_sign', 'eth_signTransaction', 'eth_signTypedData']

/** Other reads go to the local chain whatever chain is shown: there is no other. */
const readNode: Method = async (_context, method, params) => {
  if (/^(eth|net|web3)_/.test(method) && !NEVER.includes(method))
    return askNode(method, params ?? [])
  throw new RpcError(`Unsupported method: ${method}.`, { code: Code.unsupportedMethod })
}

export const methodNamed = (name: string): Method =>
  Object.hasOwn(METHODS, name) ? (METHODS[name] ?? readNode) : readNode
