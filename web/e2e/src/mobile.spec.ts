import { devices } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './holdBack.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'
import { walletBrowsers } from './walletBrowsers.ts'

// Its first wallets are some without a mobile link.
test.use({ devOptions: ['--wallets', 'web/e2e/registries/wallets.json'] })

const coinbase = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'

type Listing = { id: string; mobile_link?: string }

for (const [name, store] of [
  ['iPhone 12', 'App Store'],
  ['Galaxy S5', 'Google Play'],
] as const) {
  test.describe(name, () => {
    const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices[name] ?? {}
    if (!userAgent || !viewport || !deviceScaleFactor || !isMobile || !hasTouch)
      throw new Error(`Playwright does not know ${name}`)
    test.use({ userAgent, viewport, deviceScaleFactor, isMobile, hasTouch })

    test('without a wallet the first frame is as high as the list of all', async ({
      host,
      dialog,
      page,
    }) => {
      // Neither is cut off at this height.
      await page.setViewportSize({ width: 360, height: 800 })
      const release = await holdBack(page, '**/latchkit/views-*.js')
      await host.goto('?wallets=none')
      await host.button.tap()
      await expect(dialog.skeletons).toHaveCount(5)
      const place = () =>
        dialog.root.evaluate((card: HTMLElement) => [card.offsetTop, card.offsetHeight])
      const first = await place()
      release()
      await dialog.shows('AllWallets')
      expect(await place()).toEqual(first)
    })

    test('without a wallet it opens on all wallets, of which it lists those it can open', async ({
      host,
      dialog,
      page,
    }) => {
      await host.goto('?wallets=none')
      const [answer] = await Promise.all([
        page.waitForResponse(answer => answer.url().includes('/getWallets?')),
        host.button.tap(),
      ])
      await dialog.shows('AllWallets')
      await expect(dialog.button(/^Back$/)).toHaveCount(0)
      const { data } = (await answer.json()) as { data: Listing[] }
      const opens = data.filter(({ id, mobile_link }) => mobile_link || id === coinbase)
      const tiles = dialog.root.locator('.Tile')
      await expect(tiles).toHaveCount(opens.length)
      const listed = await tiles.evaluateAll(all =>
        all.map(tile => (tile as HTMLElement).dataset.wallet),
      )
      const isFirst = ({ id }: Listing) =>
        walletBrowsers.some(
          it => it.id === id && (store === 'Google Play' || it.phones !== 'Android'),
        )
      const [first, rest] = [opens.filter(isFirst), opens.filter(it => !isFirst(it))]
      expect(first).not.toEqual([])
      expect(listed).toEqual([...first, ...rest].map(({ id }) => id))
      expect(listed).toContain(coinbase)
      expect(opens.length).toBeLessThan(data.length)
    })

    test('with a wallet of this browser it opens on Connect, and connects', async ({
      host,
      dialog,
      page,
    }) => {
      const address = await addOwnWallet(page, plainWallet, generatePrivateKey())
      await host.goto('?wallets=none')
      await host.button.tap()
      await dialog.shows('Connect')
      await dialog.walletRow(plainWallet.rdns).tap()
      await dialog.isClosed()
      await host.isConnected(address)
    })

    test('the dialog is a sheet along the lower edge', async ({ host, dialog, page }) => {
      await host.goto('?wallets=none')
      await host.button.tap()
      await dialog.shows('AllWallets')
      await expect(dialog.root.locator('.Tile').first()).toBeVisible()
      // It slides in; where it rests is what counts.
      const look = () =>
        dialog.root.evaluate(sheet => {
          const { left, top, right, bottom } = sheet.getBoundingClientRect()
          const body = sheet.querySelector('.body') as HTMLElement
          const tops = [...sheet.querySelectorAll('.Tile')].map(
            tile => tile.getBoundingClientRect().top,
          )
          const style = getComputedStyle(sheet)
          return {
            edges: [left, right, bottom],
            isBelowTop: top >= 32,
            columns: tops.filter(one => one === tops[0]).length,
            scrollsSideways: body.scrollWidth > body.clientWidth,
            corners: [style.borderStartStartRadius !== '0px', style.borderEndEndRadius],
          }
        })
      const { width, height } = viewport
      await expect.poll(look).toEqual({
        edges: [0, width, height],
        isBelowTop: true,
        columns: 3,
        scrollsSideways: false,
        corners: [true, '0px'],
      })
      const pageIsWider = () =>
        page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(await pageIsWider()).toBe(false)
      await dialog.button('Close').tap()
      await dialog.isClosed()
    })

    test('a wallet that opens the page leads to the store of this phone, one of no use here to none', async ({
      host,
      dialog,
    }) => {
      await host.goto('?wallets=none')
      await host.button.tap()
      const links = dialog.root.getByRole('link')
      const inStores = links.filter({ hasText: /App Store|Google Play|Chrome Web Store/ })
      await dialog.root.getByRole('button', { name: 'MetaMask' }).tap()
      await dialog.shows('Downloads')
      await expect(inStores).toHaveText(new RegExp(store))
      await dialog.button('Back').tap()
      await dialog.root.getByRole('button', { name: 'Harbor Vault' }).tap()
      await dialog.shows('Downloads')
      await expect(links.filter({ hasText: 'Website' })).toBeVisible()
      await expect(inStores).toHaveCount(0)
      await dialog.button('Back').tap()
      await dialog.shows('AllWallets')
    })
  })
}
