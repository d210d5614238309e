import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

/** Not installed, in the directory, and none of its first two. */
const coinbase = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'

test('opens by the button and by the host, and closes by both', async ({ host, dialog }) => {
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  await host.call('close')
  await dialog.isClosed()
  await host.call('open')
  await dialog.shows('Connect')
  await dialog.close()
  await host.call('open', { view: 'Networks' })
  await dialog.shows('Networks')
  await dialog.close()
})

test('lists every wallet of the browser, and connects the chosen one', async ({
  host,
  dialog,
  wallet,
}) => {
  await host.goto('?wallet=normal,twice,late&late=0')
  await host.button.click()
  for (const quirk of ['wallet', 'twice', 'late'])
    await expect(dialog.walletRow(rdnsOf(quirk))).toContainText('Installed')
  await wallet.approves(
    () => dialog.walletRow(rdnsOf('twice')).click(),
    'wallet_requestPermissions',
  )
  await host.isConnected(accounts[0])
})

test('a wallet of the directory is not listed unless the host features it', async ({
  host,
  dialog,
}) => {
  await host.goto()
  await host.button.click()
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  await expect(dialog.walletRow(coinbase)).toHaveCount(0)
  await host.goto('', { featuredWalletIds: [coinbase] })
  await host.button.click()
  await dialog.walletRow(coinbase).click()
  await dialog.shows('Downloads')
  await expect(dialog.root.getByRole('link', { name: /Chrome Web Store/ })).toBeVisible()
  await dialog.back()
  await dialog.shows('Connect')
})
