import { type BrowserContextOptions, devices, type Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'
import { walletBrowsers } from './walletBrowsers.ts'
import { Witness } from './witness.ts'

/** What in an address does not survive being put into another one as it is. */
const address =
  '?wallets=none&networks=solana&to=%2Fa%3Fb%3Dc%26d&said=grüß dich+50%25#über uns?x=1&y={page}'

/** As the page has it after it was opened: where it is, to the letter. */
const hrefOf = (page: Page) => page.evaluate(() => location.href)

/** Wallets without such a link, though all have a scheme of their own. */
const others = ['Rainbow', 'Zerion', 'imToken']

for (const [phone, name] of [
  ['iPhone', 'iPhone 12'],
  ['Android', 'Pixel 7'],
] as const) {
  test.describe(phone, () => {
    const device = deviceOf(name)
    test.use(device)

    test('a wallet that is not installed opens this page in its own browser', async ({
      host,
      dialog,
      page,
      context,
      witness,
    }) => {
      test.slow()
      const known = walletBrowsers.filter(({ phones = phone }) => phones === phone)
      for (const { starts } of known) witness.allow(new URL(starts).origin)
      await context.route(
        url => known.some(({ starts }) => new URL(starts).origin === url.origin),
        route => route.fulfill({ contentType: 'text/html', body: '<title>a wallet</title>' }),
      )
      await host.goto(address)
      const here = await hrefOf(page)
      expect(here).toMatch(/^http:\/\/localhost:\d+\/\?.*%20.*#.*%20.*\{page\}$/)
      await host.button.tap()
      await dialog.shows('AllWallets')

      for (const { id, name, starts, opens } of known) {
        await dialog.walletRow(id).tap()
        await dialog.shows('Downloads')
        const primary = dialog.root.locator('.primary')
        await expect(primary).toHaveCount(1)
        await expect(primary).toHaveAccessibleName(`Open in ${name} (opens in a new tab)`)
        // A link opens in the turn of the tap, whatever else goes on in the page.
        await expect(primary).toHaveJSProperty('tagName', 'A')
        await expect(primary).toHaveAttribute('rel', 'noopener noreferrer')
        const [opened] = await Promise.all([context.waitForEvent('page'), primary.tap()])
        await opened.waitForLoadState()
        const link = await hrefOf(opened)
        expect(link.slice(0, starts.length)).toBe(starts)
        expect(opens(new URL(link))).toBe(here)
        await opened.close()
        await dialog.back()
        await dialog.shows('AllWallets')
      }
    })

    test('one without such a link is offered none', async ({ host, dialog }) => {
      await host.goto(address)
      await host.button.tap()
      await dialog.shows('AllWallets')
      const elsewhere = phone === 'iPhone' ? ['Trust Wallet'] : []
      for (const name of [...others, ...elsewhere]) {
        await dialog.root.locator('.Tile').filter({ hasText: name }).first().tap()
        await dialog.shows('Downloads')
        await expect(dialog.root.getByText(/^Open in /)).toHaveCount(0)
        const links = await dialog.root
          .getByRole('link')
          .evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href))
        for (const link of links) {
          expect(link).toMatch(/^https:/)
          expect(link).not.toContain('localhost')
        }
        await dialog.back()
        await dialog.shows('AllWallets')
      }
    })

    for (const [kind, isBare] of [
      ['one that announces itself', false],
      ['one that is `window.ethereum` and no more', true],
    ] as const) {
      test(`there one tap connects: ${kind}`, async ({ host, dialog, page, browser, origins }) => {
        await host.goto(address)
        await host.button.tap()
        const [{ id, opens }] = walletBrowsers as [(typeof walletBrowsers)[number]]
        await dialog.walletRow(id).tap()
        const link = await dialog.root.locator('.primary').getAttribute('href')

        const inside = await browser.newContext(device)
        const witness = new Witness(inside, Object.values(origins))
        const there = await inside.newPage()
        const own = { ...plainWallet, isBare }
        const account = await addOwnWallet(there, own, generatePrivateKey())
        await there.goto(opens(new URL(link ?? '')))
        expect(await hrefOf(there)).toBe(await hrefOf(page))
        const [site, modal] = [new Host(there, origins.host), new Dialog(there)]
        await expect(site.probe('status')).not.toBeEmpty()
        await site.button.tap()
        // One that says nothing of itself is known too late for another view: it is the first of all wallets.
        await modal.shows(isBare ? 'AllWallets' : 'Connect')
        await modal.walletRow(isBare ? 'injected' : own.rdns).tap()
        await modal.isClosed()
        await site.isConnected(account)
        expect(witness.verdict()).toEqual([])
        await inside.close()
      })
    }
  })
}

function deviceOf(name: string): BrowserContextOptions {
  const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices[name] ?? {}
  if (!userAgent || !viewport || !deviceScaleFactor || !isMobile || !hasTouch)
    throw new Error(`Playwright does not know ${name}`)
  return { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch }
}
