import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

const metaMask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const trust = '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'
const rabby = '18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1'
const terms = {
  termsConditionsUrl: 'https://example.org/terms',
  privacyPolicyUrl: 'https://example.org/privacy',
}

test('terms are to be accepted before a wallet can be chosen', async ({ host, dialog, wallet }) => {
  await host.goto('', { ...terms, features: { legalCheckbox: true } })
  await host.button.click()
  const row = dialog.walletRow(rdnsOf())
  await expect(row).toBeDisabled()
  await expect(dialog.button(/^All wallets/)).toBeDisabled()
  const box = dialog.root.getByRole('checkbox', { name: /^I agree to the Terms/ })
  await box.check()
  await expect(row).toBeEnabled()
  await box.uncheck()
  await expect(row).toBeDisabled()
  await box.check()
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('terms without a box are only linked', async ({ host, dialog }) => {
  await host.goto('', terms)
  await host.button.click()
  for (const [name, url] of [
    [/^Terms/, terms.termsConditionsUrl],
    [/^Privacy Policy/, terms.privacyPolicyUrl],
  ] as const)
    await expect(dialog.root.getByRole('link', { name })).toHaveAttribute('href', url)
  await expect(dialog.walletRow(rdnsOf())).toBeEnabled()
})

test('wallets behind one row', async ({ host, dialog, wallet }) => {
  await host.goto('', { features: { collapseWallets: true } })
  await host.button.click()
  await expect(dialog.walletRow(rdnsOf())).toHaveCount(0)
  await dialog.button('Continue with a wallet').click()
  await dialog.shows('ConnectWallets')
  await dialog.back()
  await dialog.shows('Connect')
  await dialog.button('Continue with a wallet').click()
  const row = dialog.walletRow(rdnsOf())
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
})

test('featured wallets come in the host’s order, and its own after them', async ({
  host,
  dialog,
}) => {
  const own = { id: 'harbor', name: 'Harbor', homepage: 'https://example.org/harbor' }
  await host.goto('', { featuredWalletIds: [rabby, metaMask], customWallets: [own] })
  await host.button.click()
  const rows = dialog.here
  await expect(rows).toHaveCount(4)
  const ids = await rows.evaluateAll(all => all.map(row => row.getAttribute('data-wallet')))
  expect(ids).toEqual([rdnsOf(), rabby, metaMask, 'harbor'])
  await dialog.walletRow('harbor').click()
  await dialog.shows('Downloads')
  await expect(dialog.root.getByRole('link', { name: /^Website/ })).toHaveAttribute(
    'href',
    own.homepage,
  )
})

test('the host’s images of wallets show instead of their own', async ({ host, dialog, page }) => {
  const image = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
  const connectorImages = { [rdnsOf()]: `${image}#installed`, [rabby]: `${image}#listed` }
  await host.goto('', { featuredWalletIds: [rabby, metaMask], connectorImages })
  await host.button.click()
  const icon = (id: string) => dialog.walletRow(id).locator('img')
  await expect(icon(rdnsOf())).toHaveAttribute('src', `${image}#installed`)
  await expect(icon(rabby)).toHaveAttribute('src', `${image}#listed`)
  await expect(icon(metaMask)).toHaveAttribute('src', /getWalletImage/)
  const connectors = await page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    return getLatchkit().getConnectors()
  })
  expect(connectors).toMatchObject([
    { id: 'walletConnect', type: 'WALLET_CONNECT' },
    { id: rdnsOf(), imageUrl: `${image}#installed` },
  ])
})

test('only the included wallets are listed', async ({ host, dialog }) => {
  await host.goto('?wallets=none', { includeWalletIds: [rabby, trust, metaMask] })
  await host.button.click()
  await expect(dialog.button(/^All wallets/)).toContainText('3')
  await dialog.button(/^All wallets/).click()
  await expect(dialog.root.locator('[data-wallet]')).toHaveCount(3)
})

test('excluded wallets are not listed, installed or not', async ({ host, dialog }) => {
  await host.goto('?wallet=normal,twice', { excludeWalletIds: [metaMask, rdnsOf('twice')] })
  await host.button.click()
  await expect(dialog.walletRow(rdnsOf())).toBeVisible()
  await expect(dialog.walletRow(rdnsOf('twice'))).toHaveCount(0)
  await dialog.button(/^All wallets/).click()
  await expect(dialog.walletRow(trust)).toBeVisible()
  await expect(dialog.walletRow(metaMask)).toHaveCount(0)
})
