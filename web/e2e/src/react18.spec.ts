import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from './fixtures.ts'
import { policyOf, serveFolders } from './folderServer.ts'
import { root } from './latchkitDev.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'

test('a bundled site with React 18 of its own uses the hooks', async ({
  page,
  dialog,
  witness,
  origins,
}) => {
  const site = await serveFolders(
    [['/', join(root, 'web/host18/dist')]],
    await policyOf(origins.host),
  )
  witness.allow(site.origin)
  const address = await addOwnWallet(page, plainWallet, generatePrivateKey())
  const row = (name: string) => page.getByTestId(name)
  await page.goto(`${site.origin}/?server=${encodeURIComponent(origins.server)}`)
  await expect(row('react')).toHaveText(/^18\./)
  await expect(row('status')).toHaveText('disconnected')
  // It writes `disabled={false}` down as a text.
  const element = page.locator('latchkit-button')
  await expect(element).toHaveAttribute('disabled', 'false')
  await expect(element.getByRole('button')).toBeEnabled()
  await page.getByRole('button', { name: 'Open from a hook' }).click()
  await dialog.shows('Connect')
  await expect(row('open')).toHaveText('true')
  await dialog.walletRow(plainWallet.rdns).click()
  await dialog.isClosed()
  await expect(row('address')).toHaveText(address)
  await expect(row('chain')).toHaveText('31337')
  await expect(element.getByRole('button')).toBeDisabled()
  await page.reload()
  await expect(row('address')).toHaveText(address)
  await expect(row('status')).toHaveText('connected')
  await page.getByRole('button', { name: 'Disconnect by a hook' }).click()
  await expect(row('status')).toHaveText('disconnected')
  await site.stop()
})
