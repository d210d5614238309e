import { expect, test } from './fixtures.ts'
import { policyWithoutWasm, servePlainSite } from './folderServer.ts'

test('a page whose policy forbids WebAssembly says what is missing, and so does the console', async ({
  page,
  dialog,
  witness,
  origins,
  build,
}) => {
  const site = await servePlainSite(build, await policyWithoutWasm(origins.host))
  witness.allow(site.origin)
  witness.expect(
    /LatchkitLoadError: The page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src/,
  )
  await page.goto(`${site.origin}/?server=${encodeURIComponent(origins.server)}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const said = "policy must allow 'wasm-unsafe-eval'"
  await expect(dialog.root.getByRole('alert')).toContainText(said)
  await dialog.root.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => witness.count(/LatchkitLoadError/)).toBe(2)
  await expect(dialog.root.getByRole('alert')).toContainText(said)
  await page.keyboard.press('Escape')
  await dialog.isClosed()
  await site.stop()
})
