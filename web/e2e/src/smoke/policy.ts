import { policyWithoutWasm, servePlainSite } from '../folderServer.ts'
import { test } from './fixtures.ts'

const inDialog = (rest: string) => ({ path: ['latchkit-modal', `dialog[open] ${rest}`] })

test('a page whose policy forbids WebAssembly says what is missing', async ({
  site,
  visit,
  origins,
  build,
}) => {
  const own = await servePlainSite(build, await policyWithoutWasm(origins.host))
  // The browser names the policy, and what the page says is an object.
  visit.expected.push(/Content-Security-Policy/, /^error: \[latchkit\] JSHandle@error$/)
  await site.window.goto(`${own.origin}/?server=${encodeURIComponent(origins.server)}`)
  await site.click({ path: ['latchkit-button', 'button'] })
  await site.reads(inDialog('[role=alert] p'), "This site’s policy must allow 'wasm-unsafe-eval'.")
  await own.stop()
})
