import { decimalOf } from '../chains'
import { readAdd, readSwitch } from '../params'
import { Code, RpcError } from '../rpcError'
import type { Method, WalletContext } from './method'

export const chainId: Method = async ({ chain }) => chain().id

export const netVersion: Method = async ({ chain }) => decimalOf(chain().id)

export const switchChain: Method = async (context, method, params) => {
  const chain = readSwitch(params)
  const { chain: current, added } = context.memory.read()
  if (chain === current) return null
  const known = [...context.quirk.knows, ...added.map(one => one.id)]
  if (!known.includes(chain)) throw unknownChain(chain, context.quirk.hidesUnknownChain)
  return move(context, method, chain)
}

/** Adding a chain also moves there, as wallets do; adding a known one is only a switch. */
export const addChain: Method = async (context, method, params) => {
  const chain = readAdd(params)
  const { quirk, memory, approvals } = context
  if (chain.id === memory.read().chain) return null
  if (quirk.knows.includes(chain.id)) return move(context, method, chain.id)
  await approvals.ask(method, { kind: 'add', chain })
  const others = memory.read().added.filter(one => one.id !== chain.id)
  memory.change({ added: [...others, chain], ...(quirk.movesOnSwitch && { chain: chain.id }) })
  return null
}

async function move({ quirk, memory, approvals }: WalletContext, method: string, id: string) {
  const to = memory.namedChain(id)
  await approvals.ask(method, { kind: 'switch', from: memory.currentChain(), to })
  if (quirk.movesOnSwitch) memory.change({ chain: id })
  return null
}

function unknownChain(chain: string, isHidden: boolean): RpcError {
  const message = `Unrecognized chain ID "${chain}". Add it first.`
  if (!isHidden) return new RpcError(message, { code: Code.unknownChain })
  const originalError = { code: Code.unknownChain, message }
  return new RpcError('Internal JSON-RPC error.', { code: Code.internal, data: { originalError } })
}
