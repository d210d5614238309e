import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site of empty pages: what tests do in them, no page of ours would do. Any name that leads to it is its own. */
export interface FramingSite {
  /** Its origin under a name: `http://shop.example:41234`. */
  at(name: string): string
  stop(): Promise<void>
}

/** The icon is asked for by browsers alone. */
const PAGE =
  '<!doctype html><meta charset="utf-8" /><link rel="icon" href="data:," /><title>Site</title>'

/** Serves it on a port of its own. Names below `example` lead there: see `chromium.ts`. */
export async function serveFramingSite(): Promise<FramingSite> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(PAGE)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    at: name => `http://${name}:${port}`,
    stop() {
      server.closeAllConnections()
      return new Promise(stopped => server.close(() => stopped()))
    },
  }
}
