import { utf8ToHex } from '../text'
import { type Chain, chainIdFrom } from './chains'
import type { Transaction, TypedMessage } from './messages'
import { Code, RpcError } from './rpcError'

type Fields = Readonly<Record<string, unknown>>

/** The chain of `wallet_switchEthereumChain` (EIP-3326). */
export const readSwitch = (params: unknown): string => chainIdOf(fields(item(params, 0)).chainId)

/** The chain of `wallet_addEthereumChain` (EIP-3085). */
export function readAdd(params: unknown): Chain {
  const given = fields(item(params, 0))
  const id = chainIdOf(given.chainId)
  const rpcUrl = firstText(given.rpcUrls)
  if (rpcUrl === undefined) throw wrong('rpcUrls must name at least one address')
  const explorer = firstText(given.blockExplorerUrls)
  return {
    id,
    name: textOr(given.chainName, id),
    symbol: textOr(fields(given.nativeCurrency ?? {}).symbol, 'ETH'),
    rpcUrl,
    wasAdded: true,
    ...(explorer !== undefined && { explorer }),
  }
}

/** `personal_sign`: message, then address; some sites send them the other way round. */
export function readSign(params: unknown): { address: string; message: string } {
  const [first, second] = [textOf(item(params, 0)), textOf(item(params, 1))]
  const isSwapped = isAddress(first) && !isAddress(second)
  const [message, address] = isSwapped ? [second, first] : [first, second]
  if (!isAddress(address)) throw wrong('an address is expected')
  return { address, message: isHex(message) ? message : utf8ToHex(message) }
}

/** `eth_signTypedData_v4` (EIP-712): the message as text or as an object. */
export function readTyped(params: unknown): {
  address: string
  typed: TypedMessage
  whole: unknown
} {
  const address = textOf(item(params, 0))
  if (!isAddress(address)) throw wrong('an address is expected')
  const whole = fields(parsed(item(params, 1)))
  const domain = fields(whole.domain)
  const typed = {
    primaryType: textOf(whole.primaryType),
    domain,
    message: fields(whole.message),
  }
  return { address, typed, whole }
}

/** `eth_sendTransaction`: the fields the wallet shows, and nothing that it does not. */
export function readSend(params: unknown): { transaction: Transaction; chain?: string } {
  const given = fields(item(params, 0))
  const from = textOf(given.from)
  if (!isAddress(from)) throw wrong('from must be an address')
  if (given.to !== undefined && !isAddress(given.to)) throw wrong('to must be an address')
  const parts = Object.entries({
    to: given.to,
    value: given.value,
    data: given.data ?? given.input,
    gas: given.gas,
  })
  const present = parts.filter(([, part]) => part !== undefined)
  for (const [name, part] of present) if (!isHex(part)) throw wrong(`${name} must be hex text`)
  const transaction: Transaction = { from, ...Object.fromEntries(present) }
  return given.chainId === undefined
    ? { transaction }
    : { transaction, chain: chainIdOf(given.chainId) }
}

const wrong = (what: string) =>
  new RpcError(`Invalid parameters: ${what}.`, { code: Code.invalidParams })

const item = (params: unknown, at: number): unknown =>
  Array.isArray(params) ? (params as unknown[])[at] : undefined

function fields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return value as Fields
  throw wrong('an object is expected')
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch (cause) {
    throw new RpcError('The typed message is not JSON.', { code: Code.invalidParams, cause })
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw wrong('text is expected')
}

const textOr = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise

const firstText = (value: unknown): string | undefined =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined

function chainIdOf(value: unknown): string {
  const id = chainIdFrom(value)
  if (id === undefined) throw wrong('chainId must be a hex quantity')
  return id
}

const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
