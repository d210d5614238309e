import { LOCAL } from '../chains'
import { askNode } from '../node'
import { readSend, readSign, readTyped } from '../params'
import { Code, RpcError } from '../rpcError'
import type { Method, WalletContext } from './method'

export const personalSign: Method = async (context, method, params) => {
  const { address, message } = readSign(params)
  mustBeAllowed(context, address)
  await context.approvals.ask(method, { kind: 'sign', address, message })
  return askNode('personal_sign', [message, address])
}

export const signTypedData: Method = async (context, method, params) => {
  const { address, typed, whole } = readTyped(params)
  mustBeAllowed(context, address)
  await context.approvals.ask(method, { kind: 'typed', address, typed })
  return askNode('eth_signTypedData_v4', [address, whole])
}

export const sendTransaction: Method = async (context, method, params) => {
  const { transaction, chain } = readSend(params)
  mustBeAllowed(context, transaction.from)
  const current = context.chain()
  if (chain !== undefined && chain !== current.id) {
    throw new RpcError(`The transaction is not for ${current.name}.`, { code: Code.invalidParams })
  }
  if (current.id !== LOCAL) {
    throw new RpcError(`This wallet cannot reach ${current.name}.`, {
      code: Code.chainDisconnected,
    })
  }
  await context.approvals.ask(method, { kind: 'send', chain: current, transaction })
  return askNode('eth_sendTransaction', [transaction])
}

function mustBeAllowed({ memory, origin }: WalletContext, address: string) {
  const allowed = memory.accountsFor(origin).map(one => one.toLowerCase())
  if (allowed.includes(address.toLowerCase())) return
  throw new RpcError('This site may not use that account.', { code: Code.unauthorized })
}
