import { connected } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('disconnects, and stays so after a reload', async ({ host, dialog, wallet }) => {
  await connected({ host, dialog, wallet })
  await host.button.click()
  await dialog.shows('Account')
  await dialog.button('Disconnect').click()
  await dialog.isClosed()
  await host.isDisconnected()
  await expect(host.button).toBeFocused()
  // Revoked in the wallet, too.
  await expect(host.probe('wallet-disconnect')).toBeDisabled()
  expect(await host.request('eth_accounts')).toEqual({ value: [] })
  await host.reload()
  await host.isDisconnected()
})

test('a wallet that cannot revoke stays disconnected all the same', async ({
  host,
  dialog,
  wallet,
}) => {
  const quirk = 'no-permissions'
  await host.goto(`?wallet=${quirk}`)
  await host.button.click()
  await wallet.approves(() => dialog.walletRow(rdnsOf(quirk)).click(), 'eth_requestAccounts')
  await dialog.isClosed()
  await host.button.click()
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  await expect(host.probe('wallet-disconnect')).toBeEnabled()
  await host.reload()
  await host.isDisconnected()
})

test('disconnected by the wallet', async ({ host, dialog, wallet }) => {
  await connected({ host, dialog, wallet })
  await host.button.click()
  await dialog.shows('Account')
  await dialog.close()
  await wallet.act('disconnect')
  await host.isDisconnected()
  await host.reload()
  await host.isDisconnected()
})

test('disconnected by the host', async ({ host, dialog, wallet, page }) => {
  await connected({ host, dialog, wallet })
  await page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    await getLatchkit().disconnect()
  })
  await host.isDisconnected()
})
