import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'

test('back from the back/forward cache everything still works', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await connected({ host, dialog, wallet })
  await page.evaluate(() => {
    addEventListener('pageshow', event => {
      document.documentElement.dataset.persisted = String(event.persisted)
    })
  })
  await page.goto(`${host.origin}/wallet.html`)
  await expect(page.getByText('Nothing to approve')).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
  await host.isConnected(accounts[0])

  await wallet.act('account-2')
  await host.isConnected(accounts[1])
  await wallet.approves(() => host.probe('sign').click(), 'personal_sign')
  await expect(host.probe('signature')).toHaveText(/^0x/)
  await host.button.click()
  await dialog.shows('Account')
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
})

test('back from the back/forward cache the wallet is read again', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await connected({ host, dialog, wallet })
  await page.goto(`${host.origin}/wallet.html`)
  // Another account was chosen in the wallet while nobody could hear of it.
  await page.evaluate(() => {
    const key = 'dev-wallet:normal'
    const { v, value } = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ v, value: { ...value, account: 1 } }))
  })
  await page.goBack({ waitUntil: 'commit' })
  await host.isConnected(accounts[1])
})

test('back with the dialog open', async ({ host, dialog, page }) => {
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  // A page that reads an answer as it is left is not kept.
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  await page.evaluate(() => {
    addEventListener('pageshow', event => {
      document.documentElement.dataset.persisted = String(event.persisted)
    })
  })
  await page.goto(`${host.origin}/wallet.html`)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
  await dialog.shows('Connect')
  await dialog.close()
})
