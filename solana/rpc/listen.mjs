/** JSON-RPC over HTTP, as a node speaks it: to this machine only, and to pages of every origin. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import { stringifyJsonWithBigInts } from '@solana/rpc-spec-types'
import { Failure } from './failure.mjs'

const MOST_BYTES = 50 * 1024
const OPEN = { 'access-control-allow-origin': '*' }

/**
 * @param {(method: string, params: unknown) => Promise<unknown>} call
 * @param {number} port - 0 for one that is free.
 * @returns {Promise<string>} The URL.
 */
export async function listen(call, port) {
  const server = createServer(async (request, response) => {
    const { status, headers, text } = await respond(call, request)
    response.writeHead(status, { ...OPEN, ...headers }).end(text)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}

async function respond(call, request) {
  if (request.method === 'OPTIONS') {
    const headers = {
      'access-control-allow-methods': 'OPTIONS, POST',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    }
    return { status: 200, headers }
  }
  if (request.method !== 'POST') return { status: 405 }
  const text = await textOf(request)
  if (text === undefined) return { status: 413 }
  const answer = await answerAll(call, text)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { status: 200, headers, text: answer && stringifyJsonWithBigInts(answer) }
}

/** The body, unless it is too long. */
async function textOf(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= MOST_BYTES) chunks.push(chunk)
  }
  return length <= MOST_BYTES ? Buffer.concat(chunks).toString() : undefined
}

/** Undefined if nobody waits for an answer. */
async function answerAll(call, text) {
  let body
  try {
    body = JSON.parse(text)
  } catch {
    return { jsonrpc: '2.0', error: Failure.unparsable(), id: null }
  }
  if (!Array.isArray(body)) return answerOne(call, body)
  const answers = []
  for (const request of body) {
    const answer = await answerOne(call, request)
    if (answer) answers.push(answer)
  }
  return answers.length > 0 ? answers : undefined
}

async function answerOne(call, request) {
  const { jsonrpc, method, params, id } = request ?? {}
  if (jsonrpc !== '2.0' || typeof method !== 'string') {
    return { jsonrpc: '2.0', error: Failure.noRequest(), id: id ?? null }
  }
  try {
    const result = await call(method, params)
    return id === undefined ? undefined : { jsonrpc: '2.0', result, id }
  } catch (error) {
    if (!(error instanceof Failure)) console.error(method, error)
    const failure = error instanceof Failure ? error : Failure.internal()
    return id === undefined ? undefined : { jsonrpc: '2.0', error: failure, id }
  }
}
