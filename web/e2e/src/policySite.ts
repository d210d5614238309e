import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page on another origin of this machine, and the way to end it. */
export interface PolicySite {
  readonly origin: string
  stop(): Promise<void>
}

/**
 * Serves all that is at `origin` on a port of its own. A page that is asked for with `?policy=` says so by
 * `Cross-Origin-Opener-Policy`.
 */
export async function serveWithPolicies(origin: string): Promise<PolicySite> {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, origin))
    const policy = new URL(url, origin).searchParams.get('policy')
    response.statusCode = answer.status
    response.setHeader('content-type', answer.headers.get('content-type') ?? 'text/plain')
    if (policy) response.setHeader('cross-origin-opener-policy', policy)
    response.end(new Uint8Array(await answer.arrayBuffer()))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      return new Promise(stopped => server.close(() => stopped()))
    },
  }
}
