import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Build, packageOf } from '../../modal/build/outputs.ts'
import { root } from './latchkitDev.ts'

/** Folders by the beginning of the path, or files by all of it; the first that fits is asked. */
export type Mounts = readonly (readonly [beginning: string, place: string])[]

const kinds: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
}

/** A site on a port of its own, packed with brotli, under a policy. The best quality takes seconds. */
export async function serveFolders(mounts: Mounts, policy: string, quality = 4) {
  const packed = new Map<string, Promise<Buffer>>()
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const read = (file: string) => {
    const known =
      packed.get(file) ?? readFile(file).then(bytes => promisify(brotliCompress)(bytes, { params }))
    packed.set(file, known)
    return known
  }
  const server = createServer(async (request, response) => {
    const file = await fileOf(mounts, new URL(request.url ?? '/', 'http://host').pathname)
    response.setHeader('content-security-policy', policy)
    if (!file) return response.writeHead(404).end()
    response.setHeader('content-type', kinds[extname(file)] ?? 'application/octet-stream')
    response.setHeader('content-encoding', 'br')
    return response.end(await read(file))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      return new Promise(stopped => server.close(stopped))
    },
  }
}

/** The smallest site, with a build of the package beside it. */
export const servePlainSite = (build: Build, policy: string) =>
  serveFolders(
    [
      ['/latchkit/', packageOf(build)],
      ['/', join(root, 'web/e2e/pages/plain')],
    ],
    policy,
  )

async function fileOf(mounts: Mounts, path: string): Promise<string | undefined> {
  const mount = mounts.find(([beginning]) => path.startsWith(beginning))
  if (!mount) return undefined
  const [beginning, place] = mount
  if (path === beginning && !path.endsWith('/')) return place
  const rest = normalize(path.slice(beginning.length) || 'index.html')
  const file = join(place, rest)
  const isFile = !rest.startsWith('..') && (await stat(file).catch(() => undefined))?.isFile()
  return isFile ? file : undefined
}

/** The policy that the demo page is under. */
export async function policyOf(host: string): Promise<string> {
  const policy = (await fetch(host)).headers.get('content-security-policy')
  if (!policy) throw new Error(`${host} has no Content-Security-Policy`)
  return policy
}

/** That policy without the keyword that WebAssembly takes. */
export async function policyWithoutWasm(host: string): Promise<string> {
  const policy = await policyOf(host)
  const lacking = policy.replace(" 'wasm-unsafe-eval'", '')
  if (lacking === policy) throw new Error(`WebAssembly is forbidden on ${host} already`)
  return lacking
}
