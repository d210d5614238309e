import * as codes from '../generated/codes'
import { readable } from './readable'

/** An error as JSON-RPC and EIP-1193 know it. */
export type RpcError = { code: number; message: string; data?: unknown }

/**
 * What a wallet threw, as an `RpcError`. Some wallets throw text, some hide the code in a nested
 * `originalError`, `cause` or `error`, some write it as text; `data` is kept as it came, and an
 * `originalError` beside it moves into it, so that `data.originalError` is where to look.
 */
export function rpcErrorOf(thrown: unknown): RpcError {
  const error = readable(thrown)?.value
  if (typeof error === 'string' && error) return { code: codes.internal, message: error }
  if (!isRecord(error)) return { code: codes.internal, message: 'The wallet gave no reason' }
  const nested = [error.originalError, error.cause, error.error].filter(isRecord)
  const code = [error, ...nested].map(one => codeOf(one.code)).find(one => one !== undefined)
  const message = [error, ...nested].map(one => one.message).find(isText)
  const data = dataOf(error)
  return {
    code: code ?? codes.internal,
    message: message ?? 'The wallet gave no reason',
    ...(data === undefined ? {} : { data }),
  }
}

function dataOf(error: Record<string, unknown>): unknown {
  const { data, originalError } = error
  if (originalError === undefined || originalError === null) return data
  if (data === undefined || data === null) return { originalError }
  return isRecord(data) ? { originalError, ...data } : data
}

function codeOf(code: unknown): number | undefined {
  const number = isText(code) ? Number(code) : code
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
