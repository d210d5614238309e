import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('refuses, then tries again', async ({ host, dialog, wallet }) => {
  await host.goto()
  await host.button.click()
  const first = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await first.reject('wallet_requestPermissions')
  await expect(dialog.heading).toHaveText('Connection declined')
  await host.isDisconnected()

  await wallet.approves(() => dialog.button('Try again').click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
})

test('refuses by closing the window, and goes back to the list', async ({
  host,
  dialog,
  wallet,
}) => {
  await host.goto()
  await host.button.click()
  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await window.isAsked('wallet_requestPermissions')
  await window.page.close()
  await expect(dialog.heading).toHaveText('Connection declined')
  await dialog.back()
  await dialog.shows('Connect')
  await expect(dialog.walletRow(rdnsOf())).toBeVisible()
})

test('a wallet that declines without a window', async ({ host, dialog }) => {
  await host.goto('?wallet=refuses')
  await host.button.click()
  await dialog.walletRow(rdnsOf('refuses')).click()
  await expect(dialog.heading).toHaveText('Connection declined')
  await host.isDisconnected()
})
