import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('an approval after closing does not connect', async ({ host, dialog, wallet }) => {
  await host.goto()
  await host.button.click()
  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await window.isAsked('wallet_requestPermissions')
  await dialog.close()
  await host.isDisconnected()

  await window.approve('wallet_requestPermissions')
  // The wallet has told the page by now; its own panel says so.
  await expect(host.probe('wallet-disconnect')).toBeEnabled()
  await host.isDisconnected()
  await host.reload()
  await host.isDisconnected()
})

test('a host that asked for accounts hears 4001 when the dialog is closed', async ({
  host,
  dialog,
}) => {
  await host.goto()
  const asked = host.request('eth_requestAccounts')
  await dialog.shows('Connect')
  await dialog.close()
  expect(await asked).toEqual({ code: 4001 })
})

test('closes by Escape, the backdrop and the button, and opens again', async ({
  host,
  dialog,
  page,
}) => {
  await host.goto()
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.clickBackdrop(),
    () => dialog.button('Close').click(),
  ]) {
    await host.button.click()
    await dialog.shows('Connect')
    await close()
    await dialog.isClosed()
  }
})
