import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wasmIsForbidden } from '../all/wasmIsForbidden'
import { loadWasm } from './loadWasm'

/** The smallest module: the magic number and the version. */
const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
const wasm = { headers: { 'content-type': 'application/wasm' } }
const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
const beside = new URL('https://host.test/app/x.wasm')
let files = 0
let file: string
let answers: { [url: string]: () => Response | Promise<Response> }

beforeEach(() => {
  file = `./x-${++files}.wasm`
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const answer = answers[String(input)]
    return answer ? answer() : new Response('', { status: 404 })
  })
})
afterEach(() => vi.restoreAllMocks())

const digest = await crypto.subtle.digest('SHA-256', bytes)
const integrity = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
const server = 'https://server.test/assets/1/'
const atServer = () => new URL(file, server).href

test('compiles what is beside the module, once', async () => {
  answers = { [beside.href]: () => new Response(bytes, wasm) }
  const [one, other] = await Promise.all([
    loadWasm({ file, beside, integrity }, {}),
    loadWasm({ file, beside, integrity }, {}),
  ])
  expect(one).toBeInstanceOf(WebAssembly.Module)
  expect(other).toBe(one)
  expect(fetch).toHaveBeenCalledOnce()
})

test('the content type does not matter, the bytes do', async () => {
  answers = { [beside.href]: () => new Response(bytes) }
  expect(await loadWasm({ file, beside, integrity }, {})).toBeInstanceOf(WebAssembly.Module)
})

test('an answer that was asked for before is taken', async () => {
  const first = Promise.resolve(new Response(bytes, wasm))
  await loadWasm({ file, beside, integrity, first }, {})
  expect(fetch).not.toHaveBeenCalled()
})

test.for([
  ['a 404', () => new Response('', { status: 404 })],
  ['a page', page],
  ['other bytes', () => new Response(new Uint8Array([...bytes, 0, 1, 0]), wasm)],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('%s beside the module leads on to the server', async ([, answer]) => {
  answers = { [beside.href]: answer, [atServer()]: () => new Response(bytes, wasm) }
  expect(await loadWasm({ file, beside, integrity }, { serverAssetsUrl: server })).toBeInstanceOf(
    WebAssembly.Module,
  )
})

test('assetsUrl takes the place of "beside the module"', async () => {
  const assetsUrl = 'https://cdn.test/latchkit/'
  answers = { [new URL(file, assetsUrl).href]: () => new Response(bytes, wasm) }
  await loadWasm({ file, beside, integrity }, { assetsUrl })
  expect(fetch).toHaveBeenCalledOnce()
})

test('where Vite moved the entry, the package is looked into; else what to set is said', async () => {
  const moved = new URL('http://localhost:5173/node_modules/.vite/deps/x.wasm?v=1')
  const own = 'http://localhost:5173/node_modules/latchkit/dist/x.wasm?v=1'
  answers = { [moved.href]: page, [own]: () => new Response(bytes, wasm) }
  expect(await loadWasm({ file, beside: moved, integrity }, {})).toBeInstanceOf(WebAssembly.Module)
  answers = { [moved.href]: page, [own]: page }
  const other = './other.wasm'
  await expect(loadWasm({ file: other, beside: moved, integrity }, {})).rejects.toThrow(
    "set optimizeDeps: { exclude: ['latchkit'] }",
  )
})

test('nowhere: says where it was looked for, what was there, and what to do; a later call tries again', async () => {
  answers = { [beside.href]: page }
  const failed = loadWasm({ file, beside, integrity }, { serverAssetsUrl: server })
  await expect(failed).rejects.toThrow(
    `Could not load ${file}. Serve all files of the package, or set assetsUrl. ` +
      `Tried: ${beside.href} (Error: not WebAssembly); ${atServer()} (Error: HTTP status code: 404: this server holds another build of the version)`,
  )
  answers = { [beside.href]: () => new Response(bytes, wasm) }
  await loadWasm({ file, beside, integrity }, {})
})

test('where the page forbids WebAssembly, it is told by code, whatever the browser says', async () => {
  function refuse(): never {
    throw new WebAssembly.CompileError('no')
  }
  answers = { [beside.href]: () => new Response(bytes, wasm) }
  vi.spyOn(WebAssembly, 'compileStreaming').mockImplementation(async () => refuse())
  const compile = vi.spyOn(WebAssembly, 'compile').mockImplementation(async () => refuse())
  const failed = loadWasm({ file, beside, integrity }, { serverAssetsUrl: server })
  await expect(failed).rejects.toThrow(`Could not load ${file}`)

  const module = vi.spyOn(WebAssembly, 'Module').mockImplementation(refuse)
  const forbidden = loadWasm({ file, beside, integrity }, { serverAssetsUrl: server })
  await expect(forbidden).rejects.toMatchObject({ code: wasmIsForbidden })
  expect(fetch).not.toHaveBeenLastCalledWith(atServer(), expect.anything())
  await expect(forbidden).rejects.toThrow("must allow 'wasm-unsafe-eval' in script-src")

  compile.mockRestore()
  module.mockRestore()
  await loadWasm({ file, beside, integrity }, {})
})
