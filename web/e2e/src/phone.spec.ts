import { devices } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { accounts } from './chain.ts'
import { DevPhone, paired } from './devPhone.ts'
import { expect, test } from './fixtures.ts'
import { chooseWalletConnect, type Site } from './pairingLink.ts'

const [first, second] = accounts
const message = 'The tide is late today.'

test('a phone pairs, signs, sleeps, comes back, survives reloads of either side, and leaves', async ({
  site,
  origins,
}) => {
  test.slow()
  const { page, host, dialog } = site
  const phone = await paired(site, origins.server)
  await dialog.isClosed()

  const sign = async () => {
    await page.getByLabel('Message').fill(message)
    await host.probe('sign').click()
  }
  const isSigned = async () => {
    await expect(host.probe('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
    const signature = (await host.probe('signature').textContent()) as Hex
    expect(await verifyMessage({ address: first, message, signature })).toBe(true)
  }
  await sign()
  await phone.approve('personal_sign')
  await isSigned()

  await phone.leave()
  await sign()
  await expect(page.getByText(/^Approve in .?Dev Phone/)).toBeVisible()
  await expect(phone.request).toHaveCount(0)
  await phone.comeBack()
  await phone.approve('personal_sign')
  await isSigned()

  await host.reload()
  await host.isConnected(first)
  await sign()
  await phone.isAsked('personal_sign')
  await phone.reload()
  await phone.approve('personal_sign')
  await isSigned()

  await phone.button('Disconnect').click()
  await host.isDisconnected()
  await expect(phone.sessions).toHaveCount(0)
})

test('what happens on the phone is seen on the site: sending, another account, another network, no', async ({
  chain,
  site,
  origins,
}) => {
  const { host } = site
  const phone = await paired(site, origins.server)

  await host.probe('send').click()
  await phone.approve('eth_sendTransaction')
  await expect(host.probe('hash')).toHaveText(/^0x[0-9a-f]{64}$/)
  // The page waits for it over the provider, and so over a node.
  await expect(host.probe('receipt')).toHaveText(/^In block \d+$/)
  const hash = (await host.probe('hash').textContent()) as Hex
  expect((await chain.receiptOf(hash)).status).toBe('success')

  await host.probe('sign').click()
  await phone.reject('personal_sign')
  await expect(host.probe('error')).toHaveAttribute('data-code', '4001')

  await phone.button('Account 2').click()
  await host.isConnected(second)
  await phone.button('Ethereum').click()
  await host.isConnected(second, '1')
})

test('a phone of two kinds of network signs on the other one, too, and leaves both at once', async ({
  site,
  origins,
}) => {
  const { host } = site
  const phone = await paired(site, origins.server, '?networks=solana')
  await expect(host.probe('status-solana')).toHaveText('connected')
  await host.probe('sign-solana').click()
  await phone.approve('solana_signMessage')
  await expect(host.probe('verified-solana')).toHaveText('Verified')
  await host.probe('sign-solana').click()
  await phone.reject('solana_signMessage')
  await expect(host.probe('error')).toHaveAttribute('data-code', '4001')
  await phone.button('Disconnect').click()
  await host.isDisconnected()
  await expect(host.probe('status-solana')).toHaveText('disconnected')
})

test('the phone beside the page pairs with the modal in its place', async ({
  context,
  page,
  host,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin })
  await host.goto()
  await page.getByTestId('phone-beside').click()
  const modal = page.locator('latchkit-modal')
  await modal.getByRole('button', { name: /^WalletConnect/ }).click()
  await modal.getByRole('button', { name: 'Copy link' }).click()
  await expect(modal.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const phone = new DevPhone(page.frameLocator('#handset iframe'))
  await phone.pair(link)
  await phone.approve('wc_sessionPropose')
  await host.isConnected(first)
})

test('what a phone cannot read is told, and a link that opens it brings the code', async ({
  context,
  site,
  origins,
}) => {
  const { host, dialog } = site
  await host.goto()
  const link = await chooseWalletConnect(site)
  const phone = await DevPhone.open(context, origins.server)
  for (const [code, says] of [
    ['hello', 'This is no code of a site.'],
    ['wc:8a5e5bdc@1?bridge=https%3A%2F%2Fbridge.example&key=41', 'of an old version'],
    [link.replace(/symKey=(.)/, (_, it) => `symKey=${it === '0' ? 1 : 0}`), 'missing or wrong'],
    [link.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1700000000'), 'has expired'],
  ] as const) {
    await phone.pair(code)
    await expect(phone.notes).toContainText(says)
  }
  const opened = await DevPhone.open(context, origins.server, `wc?uri=${encodeURIComponent(link)}`)
  await opened.reject('wc_sessionPropose')
  await expect(dialog.root).toContainText('Connection declined')
  // There is one phone, and it is where it was opened last.
  await expect(phone.button('Use it here')).toBeVisible()
})

test.describe('on a phone', () => {
  const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'] ?? {}
  if (!userAgent || !viewport || !deviceScaleFactor || !isMobile || !hasTouch)
    throw new Error('Playwright does not know this phone')
  test.use({ userAgent, viewport, deviceScaleFactor, isMobile, hasTouch })

  /** The person taps the wallet, whose link opens it, and approves there. */
  async function approveInApp({ page, host, dialog }: Pick<Site, 'page' | 'host' | 'dialog'>) {
    await host.goto()
    await host.button.tap()
    await dialog.button(/^All wallets/).tap()
    await dialog.root.getByRole('searchbox').fill('Dev Phone')
    const tile = dialog.root.locator('.Tile').filter({ hasText: 'Dev Phone' })
    await expect(tile).toBeVisible()
    await tile.tap()
    // A link of a wallet leaves the page, which a phone with that app would not do.
    await page.waitForURL(/\/dev\/wallet\//)
    const phone = new DevPhone(page)
    await phone.approve('wc_sessionPropose')
    await phone.hasTold()
  }

  test('a tap opens the wallet with its code, and who comes back is connected', async ({
    page,
    host,
    dialog,
  }) => {
    await approveInApp({ page, host, dialog })
    await page.goBack({ waitUntil: 'commit' })
    await host.isConnected(first)
  })

  test('who comes back is connected by itself, also where the browser threw the page away', async ({
    page,
    host,
    dialog,
  }) => {
    await approveInApp({ page, host, dialog })
    await host.goto()
    await host.isConnected(first)
    await dialog.isClosed()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await host.probe('sign').tap()
    await page.waitForURL(/\/dev\/wallet\/wc\?sessionTopic=[0-9a-f]{64}$/)
  })
})
