import { loadDeployment } from '../config'
import { Code, RpcError } from './rpcError'

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

let lastId = 0

/** One JSON-RPC request to the local chain, whose node holds the keys. Throws `RpcError`. */
export async function askNode(method: string, params: unknown): Promise<unknown> {
  const { serverUrl } = await loadDeployment()
  lastId += 1
  const answer = await post(`${serverUrl}/dev/rpc`, { jsonrpc: '2.0', id: lastId, method, params })
  if (answer.error)
    throw new RpcError(answer.error.message, { code: answer.error.code, data: answer.error.data })
  return answer.result
}

async function post(url: string, body: unknown): Promise<Answer> {
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Answer
  } catch (cause) {
    throw new RpcError(`The local chain did not answer: ${String(cause)}`, {
      code: Code.internal,
      cause,
    })
  }
}
