import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('opens over a modal dialog of the page, and can be used there', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  const own = page.getByTestId('host-dialog')
  await host.goto('?modal=1')
  await page.getByTestId('host-dialog-open').click()
  await own.getByLabel('A field to keep').fill('kept')
  await own.locator('latchkit-button').getByRole('button').click()
  await dialog.shows('Connect')
  await page.keyboard.press('Escape')
  await dialog.isClosed()
  await expect(own).toBeVisible()

  await page.getByTestId('host-dialog-connect').click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf())
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
  await expect(own.getByLabel('A field to keep')).toHaveValue('kept')
  await page.getByTestId('host-dialog-close').click()
  await expect(own).toBeHidden()
})
