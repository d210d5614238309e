import { type Hex, verifyMessage } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import { addOwnWallet, oddWallet } from './ownWallet.ts'

test('a wallet with other habits connects, survives a reload and signs', async ({
  host,
  dialog,
  page,
}) => {
  const address = await addOwnWallet(page, oddWallet, generatePrivateKey())
  await host.goto('?wallets=none')
  await host.button.click()
  const row = dialog.walletRow(oddWallet.rdns)
  await expect(row).toHaveAccessibleName(/Odd Wallet/)
  await row.click()
  await dialog.isClosed()
  await host.isConnected(address)
  await expect(host.probe('balance')).toHaveText('0 ETH')

  await host.reload()
  await host.isConnected(address)

  const message = 'Read by another library'
  await page.getByLabel('Message').fill(message)
  await host.probe('sign').click()
  await expect(host.probe('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await host.probe('signature').textContent()) as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
})

test('a wallet that writes chains as numbers', async ({ host, dialog, page }) => {
  const odd = { ...oddWallet, writes: 'number' } as const
  const address = await addOwnWallet(page, odd, generatePrivateKey())
  await host.goto('?wallets=none')
  await host.button.click()
  await dialog.walletRow(odd.rdns).click()
  await dialog.isClosed()
  await host.isConnected(address)
})

test('a wallet that comes late appears in the open list', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await page.clock.install()
  await host.goto('?late=60000')
  await host.button.click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf())
  await expect(row).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(row).toBeVisible()
  await page.clock.resume()
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('a connection comes back even when its wallet comes late', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await host.goto('?wallet=late&late=1')
  await host.button.click()
  const row = dialog.walletRow(rdnsOf('late'))
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
  // Longer than a reload waits for wallets.
  await page.clock.install()
  await host.goto('?wallet=late&late=60000')
  await expect(host.probe('status')).toHaveText('disconnected')
  await page.clock.fastForward(60_000)
  await host.isConnected(accounts[0])
})

test('without a wallet of its own, a browser is shown where to get one', async ({
  host,
  dialog,
}) => {
  await host.goto('?wallets=none', { enableWalletConnect: false })
  await host.button.click()
  await dialog.shows('Connect')
  const rows = dialog.root.locator('[data-wallet]')
  await expect(rows).toHaveCount(4)
  await rows.first().click()
  await dialog.shows('Downloads')
  const links = dialog.root.getByRole('link')
  await expect(links).not.toHaveCount(0)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', /^https:/)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
})

test('no wallet at all', async ({ host, dialog }) => {
  await host.goto('?wallets=none', {
    allWallets: 'HIDE',
    enableWalletConnect: false,
    includeWalletIds: ['none'],
  })
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.heading).toHaveText('No wallet in this browser yet')
  await expect(dialog.root.getByRole('link', { name: /^Find a wallet/ })).toHaveAttribute(
    'href',
    /^https:\/\/ethereum\.org\//,
  )
})
