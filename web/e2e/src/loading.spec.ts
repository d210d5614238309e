import type { Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import type { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './holdBack.ts'
import { addOwnWallet, plainWallet } from './ownWallet.ts'

/** What loads the second half tries again for five seconds before it gives up. */
const givenUp = { timeout: 20_000 }

/** Lets what was held back come, and looks at the page meanwhile, as by a gesture: without one no window opens in the end. */
async function comes(release: () => void, dialog: Dialog) {
  release()
  await dialog.shows('ConnectingExternal')
}

for (const late of ['engine-*.wasm', 'engine-*.js', 'views-*.js']) {
  test(`a wallet chosen before ${late} is there is asked as soon as it is`, async ({
    host,
    dialog,
    wallet,
    page,
  }) => {
    const release = await holdBack(page, `**/latchkit/${late}`)
    await host.goto()
    await host.button.click()
    await expect(dialog.root).toHaveAccessibleName('Connect')
    const row = dialog.walletRow(rdnsOf())
    await expect(row).toHaveText('Dev Wallet')
    await expect(dialog.skeletons).toHaveCount(5)
    await row.click()
    await expect(row).toHaveAttribute('aria-busy', 'true')
    await expect(dialog.root).not.toHaveAttribute('data-view')
    await wallet.approves(() => comes(release, dialog), 'wallet_requestPermissions')
    await host.isConnected(accounts[0])
  })
}

test('a wallet chosen before another says that it is that one is asked once it is chosen among both', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  const release = await holdBack(page, '**/latchkit/engine-*.js')
  await host.goto()
  await host.button.click()
  const [row, second] = [dialog.walletRow(rdnsOf()), dialog.walletRow(`${rdnsOf()}#2`)]
  await row.click()
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(rdns => {
    const info = { uuid: crypto.randomUUID(), rdns, name: 'Dev Wallet', icon: '' }
    const detail = { info, provider: { request: () => new Promise(() => {}), on() {} } }
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }, rdnsOf())
  release()
  await dialog.shows('Connect')
  await expect(second).toContainText('2 of 2 that claim to be it')
  await expect(row).toHaveAttribute('aria-busy', 'false')
  expect(page.context().pages().length).toBe(1)
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('what speaks to phones is loaded, and has a code made, as the pointer comes to its row and not before', async ({
  host,
  dialog,
  page,
  witness,
}) => {
  const loaded = () => witness.requested.filter(url => /walletconnect-[^/]*\.(js|wasm)$/.test(url))
  const sockets: string[] = []
  page.on('websocket', socket => sockets.push(socket.url()))
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  const row = dialog.walletRow('walletConnect')
  await dialog.walletRow(rdnsOf()).hover()
  await page.waitForLoadState('networkidle')
  expect([loaded(), sockets]).toEqual([[], []])
  await row.hover()
  await expect.poll(() => sockets.length).toBe(1)
  await dialog.button('Close').hover()
  await row.focus()
  await page.waitForLoadState('networkidle')
  await row.click()
  await expect(dialog.root.getByRole('img', { name: /code/i })).toBeVisible()
  expect(sockets.length).toBe(1)
  expect(loaded().length).toBe(2)
})

/** Slow enough that every frame on the way is one that somebody sees. */
async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
}

/**
 * Runs in the page: notes in each frame where the card is and those of its rows that can be seen, as they are
 * laid out. Where a row can be pressed, it is what is in it that counts: its fill is wider.
 */
function watchRows() {
  const seen = new Set<string>()
  const placeOf = (element: HTMLElement) => {
    const { paddingInlineStart } = getComputedStyle(element)
    const aside = Number.parseFloat(paddingInlineStart)
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element
    const isRow = element.localName === 'button'
    return [
      offsetLeft + (isRow ? aside : 0),
      offsetTop,
      offsetWidth - (isRow ? 2 * aside : 0),
      offsetHeight,
    ]
  }
  const look = () => {
    const root = document.querySelector('latchkit-modal')?.shadowRoot
    const card = root?.querySelector<HTMLElement>('dialog[open]')
    const rows = card?.querySelectorAll<HTMLElement>('.body :is(.Skeleton.row, .ListItem)') ?? []
    const shown = [...rows].filter(row => getComputedStyle(row).opacity !== '0')
    if (card && rows.length > 0) seen.add(JSON.stringify([card, ...shown].map(placeOf)))
    requestAnimationFrame(look)
  }
  look()
  Object.assign(window, { rowsSeen: () => [...seen] })
}

/** Where the rows were in all frames, each different sight once. */
const rowsSeen = (page: Page) =>
  page.evaluate(() => (window as unknown as { rowsSeen(): string[] }).rowsSeen())

/** A wide page in the light; a phone's at night, on a site that reads from right to left. */
const sights = {
  wide: { viewport: { width: 1280, height: 860 }, colorScheme: 'light', dir: 'ltr' },
  narrow: { viewport: { width: 360, height: 780 }, colorScheme: 'dark', dir: 'rtl' },
} as const

for (const [sight, { viewport, colorScheme, dir }] of Object.entries(sights)) {
  test.describe(`no row moves between the first frame and rest, ${sight}`, () => {
    test.use({ viewport, colorScheme })
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(watchRows)
      await page.addInitScript(dir => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.dir = dir
        })
      }, dir)
    })

    for (const [name, query] of [
      ['one namespace', '?wallet=normal'],
      ['two namespaces', '?networks=solana&wallet=normal,solana'],
    ] as const) {
      test(`${name}, over a slow network`, async ({ host, dialog, page }) => {
        await host.goto(query)
        expect(await page.evaluate(() => document.documentElement.dir)).toBe(dir)
        await slowDown(page)
        await host.button.click()
        await expect(dialog.button(/^All wallets/)).toBeVisible()
        await expect(dialog.skeletons).toHaveCount(0)
        const seen = await rowsSeen(page)
        expect(seen).toHaveLength(1)
        expect(JSON.parse(seen[0] ?? '[]')).toHaveLength(1 + 6)
      })

      test(`${name}, cut off once the page is there: what is chosen is kept, and asked for later`, async ({
        host,
        dialog,
        wallet,
        page,
      }) => {
        await host.goto(query)
        const release = await holdBack(page, '**/*')
        await host.button.click()
        const row = dialog.walletRow(rdnsOf())
        await expect(row.locator('.Spinner')).toHaveCount(0)
        await row.click()
        await expect(row).toHaveAttribute('aria-busy', 'true')
        await expect(row.locator('.Spinner')).toBeVisible()
        await expect(dialog.root).not.toHaveAttribute('data-view')
        await wallet.approves(() => comes(release, dialog), 'wallet_requestPermissions')
        await host.isConnected(accounts[0])
        expect(await rowsSeen(page)).toHaveLength(1)
      })
    }
  })
}

test('who is on a wallet when the view comes is on it there', async ({ host, dialog, page }) => {
  const release = await holdBack(page, '**/latchkit/views-*.js')
  await host.goto()
  await host.button.click()
  const row = dialog.walletRow(rdnsOf())
  await row.focus()
  // The card comes as a whole before anything is measured in it.
  await dialog.root.evaluate(card => Promise.all(card.getAnimations().map(it => it.finished)))
  const first = await row.boundingBox()
  release()
  await dialog.shows('Connect')
  await expect(row).toBeFocused()
  expect(await row.boundingBox()).toEqual(first)
})

for (const [by, begin, end] of [
  ['the pointer', (page: Page) => page.mouse.down(), (page: Page) => page.mouse.up()],
  ['a key', (page: Page) => page.keyboard.down('Space'), (page: Page) => page.keyboard.up('Space')],
] as const) {
  test(`a wallet that is pressed by ${by} while the view comes is asked`, async ({
    host,
    dialog,
    wallet,
    page,
  }) => {
    const release = await holdBack(page, '**/latchkit/views-*.js')
    await host.goto()
    await host.button.click()
    const row = dialog.walletRow(rdnsOf())
    await row.focus()
    await row.hover()
    await begin(page)
    const came = page.waitForResponse('**/latchkit/views-*.js')
    release()
    // It is there and has run, and its view is not, as long as that would take the row away.
    await page.evaluate(url => import(url), (await came).url())
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(dialog.root).not.toHaveAttribute('data-view')
    await wallet.approves(() => end(page), 'wallet_requestPermissions')
    await host.isConnected(accounts[0])
  })
}

test('a dialog that is closed while it loads stays closed', async ({ host, dialog, page }) => {
  const release = await holdBack(page, '**/latchkit/engine-*.wasm')
  await host.goto()
  await host.button.click()
  await dialog.walletRow(rdnsOf()).click()
  await dialog.close()
  const loaded = page.waitForResponse('**/latchkit/engine-*.wasm')
  release()
  await loaded
  expect(await host.request('eth_accounts')).toEqual({ value: [] })
  await dialog.isClosed()
  expect(page.context().pages()).toHaveLength(1)
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.walletRow(rdnsOf())).toHaveAttribute('aria-busy', 'false')
})

for (const [name, patterns] of [
  ['the views', ['**/views-*.js*']],
  ['the engine', ['**/engine-*.js*']],
  ['the WebAssembly', ['**/engine-*.wasm*']],
] as const) {
  test(`${name} did not load: it says so, and a second try works`, async ({
    host,
    dialog,
    page,
    witness,
  }) => {
    witness.expect(
      /Failed to load resource|Content Security Policy/,
      /\[latchkit\].*Could not load/,
    )
    for (const pattern of patterns) await page.route(pattern, route => route.abort())
    await host.goto()
    await host.button.click()
    const alert = dialog.root.getByRole('alert')
    await expect(alert).toContainText('This did not load')
    await expect(dialog.button('Try again')).toBeFocused()
    for (const pattern of patterns) await page.unroute(pattern)
    await dialog.button('Try again').click()
    await dialog.shows('Connect')
    await expect(dialog.walletRow(rdnsOf())).toBeVisible()
  })
}

test('a wallet chosen before the second half of the engine is there is asked as soon as it is', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  const release = await holdBack(page, '**/latchkit/late-*.wasm')
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf())
  await row.click()
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await dialog.shows('Connect')
  await wallet.approves(() => comes(release, dialog), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('of two wallets chosen before the second half is there, the last is asked', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await addOwnWallet(page, plainWallet, generatePrivateKey())
  const release = await holdBack(page, '**/latchkit/late-*.wasm')
  await host.goto()
  await host.button.click()
  const [first, last] = [dialog.walletRow(plainWallet.rdns), dialog.walletRow(rdnsOf())]
  await first.click()
  await expect(first).toHaveAttribute('aria-busy', 'true')
  await last.click()
  await expect(last).toHaveAttribute('aria-busy', 'true')
  await expect(first).toHaveAttribute('aria-busy', 'false')
  await wallet.approves(() => comes(release, dialog), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('a wallet chosen too soon in a dialog that is then closed is not asked, and forgotten', async ({
  host,
  dialog,
  page,
}) => {
  const release = await holdBack(page, '**/latchkit/late-*.wasm')
  await host.goto()
  await host.button.click()
  const row = dialog.walletRow(rdnsOf())
  await row.click()
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await dialog.button('Close').click()
  release()
  await dialog.isClosed()
  await host.button.click()
  await dialog.shows('Connect')
  await expect(row).toHaveAttribute('aria-busy', 'false')
  expect(page.context().pages().length).toBe(1)
  await host.isDisconnected()
})

test('a second half that does not load is asked for again', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  witness.expect(/Failed to load resource/)
  await page.route('**/late-*.wasm', route => route.abort(), { times: 2 })
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf())
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('a second half that never loads: whoever waits hears why, and a second try works', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  test.slow()
  witness.expect(/Failed to load resource/, /\[latchkit\].*Could not load .*late-/)
  await page.route('**/late-*.wasm', route => route.abort())
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  const asked = host.call('switchNetwork', 1)
  const row = dialog.walletRow(rdnsOf())
  await row.click()
  await expect(dialog.root.getByRole('alert').first()).toContainText('This did not load', givenUp)
  const { code, message } = await asked
  expect(code).toBe(-32603)
  expect(message).toMatch(/^The wallet connection did not load: .*Could not load .*late-/)
  await host.isDisconnected()

  // Once more without the file: it says the same again.
  await dialog.button('Try again').click()
  await dialog.shows('Connect')
  await row.click()
  await expect(dialog.root).toHaveAttribute('data-view', 'Unexpected', givenUp)

  await page.unroute('**/late-*.wasm')
  await dialog.button('Try again').click()
  await dialog.shows('Connect')
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('WebAssembly that is not beside the package comes from the server', async ({
  host,
  dialog,
  page,
  witness,
  origins,
}) => {
  witness.expect(/404/)
  await page.route(`${host.origin}/latchkit/engine-*.wasm`, route => route.fulfill({ status: 404 }))
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  const assets = witness.requested.filter(url => url.startsWith(`${origins.server}/assets/`))
  expect(assets).toEqual([expect.stringMatching(/\/engine-[0-9a-f]+\.wasm$/)])
})
