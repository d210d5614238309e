import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './fixtures.ts'
import { policyOf, servePlainSite } from './folderServer.ts'

/** Something at an origin of its own that answers every request with the same. */
async function answering(status: number, body: string, headers: Record<string, string>) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const readable = { 'access-control-allow-origin': '*' }
const reasons = [{ field: '', description: 'The database does not answer.' }]
const failed = JSON.stringify({ status: 'FAILED', reasons })
const fails = 'The Latchkit server fails\\. http://localhost:\\d+/\\S+ answers HTTP status code'

for (const [who, status, body, headers, alert] of [
  [
    'a proxy that lets nobody in',
    403,
    '<h1>Forbidden</h1>',
    readable,
    `${fails} 403\\. It is not Latchkit`,
  ],
  [
    'a gateway without a server',
    502,
    '<h1>Bad Gateway</h1>',
    readable,
    `${fails} 502\\. It is not Latchkit`,
  ],
  [
    'a server without its database',
    503,
    failed,
    readable,
    `${fails} 503\\. The database does not answer\\.`,
  ],
  [
    'a proxy whose answers no page can read',
    403,
    '',
    {},
    'No Latchkit server\\. .* no proxy before it',
  ],
] as const) {
  test(`${who} is told of once, with what to look at`, async ({
    page,
    dialog,
    witness,
    origins,
    build,
  }) => {
    const told = new RegExp(`error: \\[latchkit\\] ${alert}`)
    witness.expect(told, /Failed to load resource|blocked by CORS policy/)
    const server = await answering(status, body, headers)
    const policy = (await policyOf(origins.host)).replaceAll(origins.server, server.origin)
    const site = await servePlainSite(build, policy)
    witness.allow(site.origin)
    witness.allow(server.origin)
    await page.goto(`${site.origin}/?server=${encodeURIComponent(server.origin)}`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('Connect')
    await expect.poll(() => witness.count(/error: \[latchkit\]/)).toBe(1)
    expect(witness.count(told)).toBe(1)
    await site.stop()
    server.stop()
  })
}
