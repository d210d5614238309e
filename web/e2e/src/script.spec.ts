import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from './fixtures.ts'
import { policyOf, servePlainSite } from './folderServer.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'

test('a plain page with a script, without bundler or framework', async ({
  page,
  dialog,
  witness,
  origins,
  build,
}) => {
  const site = await servePlainSite(build, await policyOf(origins.host))
  witness.allow(site.origin)
  const address = await addOwnWallet(page, plainWallet, generatePrivateKey())
  await page.goto(`${site.origin}/?server=${encodeURIComponent(origins.server)}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  // The server has it on, and it moves the rows below it when it comes.
  await expect(dialog.root.locator('.EmailWay')).toBeVisible()
  await dialog.walletRow(plainWallet.rdns).click()
  await dialog.isClosed()
  await expect(page.locator('output')).toHaveText(address)
  await page.reload()
  await expect(page.locator('output')).toHaveText(address)
  await expect(page.locator('latchkit-button button')).toContainText(/^0 ETH/)
  await site.stop()
})
