import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import { goThrough, reach } from './keys.ts'

test('everything can be done with the keyboard alone', async ({ host, dialog, wallet, page }) => {
  await host.goto()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(host.button).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await page.keyboard.press('Escape')
  await dialog.isClosed()
  await expect(host.button).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await goThrough(page, [
    dialog.button('What is a wallet?'),
    dialog.button('Close'),
    dialog.walletRow('walletConnect'),
    dialog.walletRow(rdnsOf()),
  ])
  const window = await wallet.opensBy(() => page.keyboard.press('Enter'))
  await dialog.shows('ConnectingExternal')
  await window.approve('wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
  await expect(host.button).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.shows('Account')
  for (const name of [/^Copy address/, 'Disconnect']) await reach(page, dialog.button(name))
  await page.keyboard.press('Enter')
  await host.isDisconnected()
  await expect(host.button).toBeFocused()
})

test('from the list to a wallet’s downloads and back with the keyboard alone', async ({
  host,
  dialog,
  page,
}) => {
  await host.goto()
  await host.button.focus()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  await reach(page, dialog.button(/^All wallets/))
  await page.keyboard.press('Enter')
  await dialog.shows('AllWallets')
  const field = dialog.root.getByRole('searchbox', { name: 'Search wallets' })
  await reach(page, field)
  await page.keyboard.type('rabby')
  const rabby = dialog.root.getByRole('button', { name: /^Rabby/ })
  await expect(dialog.root.locator('[data-wallet]')).toHaveCount(1)
  await reach(page, rabby)
  await page.keyboard.press('Enter')
  await dialog.shows('Downloads')
  await reach(page, dialog.root.getByRole('link', { name: /^Chrome Web Store/ }))
  await reach(page, dialog.button('Back'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await dialog.shows('AllWallets')
  await expect(field).toHaveValue('rabby')
  await reach(page, dialog.button('Back'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await page.keyboard.press('Escape')
  await dialog.isClosed()
  await expect(host.button).toBeFocused()
})

test('the focus stays in the dialog', async ({ host, dialog, page }) => {
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.localName)
    expect(['latchkit-modal', 'body']).toContain(focused)
  }
})
