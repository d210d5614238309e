import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import { startDev } from './latchkitDev.ts'

// Six wallets before the built-in ones.
test.use({ devOptions: ['--wallets', 'web/e2e/registries/wallets.json'] })

const wallet = (number: number) => `1${'0'.repeat(62)}${number}`
const harbor = wallet(1)
const kestrel = wallet(2)
const onlySolana = wallet(5)

const tilesOf = (dialog: Dialog) => dialog.root.locator('.Tile')
/** The names on the tiles, without what is drawn where there is no image. */
const namesOf = (dialog: Dialog) => tilesOf(dialog).locator('bdi')
const fieldOf = (dialog: Dialog) => dialog.root.getByRole('searchbox', { name: 'Search wallets' })
const searchesIn = (requested: readonly string[]) =>
  requested.flatMap(url => new URL(url).searchParams.get('search') ?? [])

/** Opens the modal on the list of all wallets. */
async function openAllWallets(host: Host, dialog: Dialog, query = '?wallets=none') {
  await host.goto(query)
  await host.button.click()
  await dialog.button(/^All wallets/).click()
  await dialog.shows('AllWallets')
}

test('lists forty, and the others as one scrolls', async ({ host, dialog, witness }) => {
  await openAllWallets(host, dialog)
  const tiles = tilesOf(dialog)
  await expect(tiles).toHaveCount(40)
  const pages = () =>
    witness.requested.flatMap(url => {
      const { pathname, searchParams } = new URL(url)
      return pathname === '/getWallets' ? `${searchParams.get('page')}` : []
    })
  expect(pages()).toEqual(['1'])
  const placeholder = await fieldOf(dialog).getAttribute('placeholder')
  const count = Number(placeholder?.match(/\d+/))
  expect(count).toBeGreaterThan(80)
  for (const page of [2, 3]) {
    await tiles.last().scrollIntoViewIfNeeded()
    await expect(tiles).toHaveCount(Math.min(page * 40, count))
  }
  await tiles.last().scrollIntoViewIfNeeded()
  await expect(dialog.root.locator('.ScrollEdge')).toHaveCount(0)
  expect(pages()).toEqual(['1', '2', '3'])
  const ids = await tiles.evaluateAll(all => all.map(tile => (tile as HTMLElement).dataset.wallet))
  expect(new Set(ids).size).toBe(ids.length)
})

test('lists wallets of the networks that the site has', async ({ host, dialog }) => {
  await openAllWallets(host, dialog)
  await expect(tilesOf(dialog)).toHaveCount(40)
  await expect(dialog.walletRow(onlySolana)).toHaveCount(0)
  await openAllWallets(host, dialog, '?wallets=none&networks=solana')
  await expect(dialog.walletRow(onlySolana)).toBeVisible()
})

test('searches from two characters on, and forgives a typing error', async ({
  host,
  dialog,
  page,
  witness,
}) => {
  await openAllWallets(host, dialog)
  const [tiles, field] = [tilesOf(dialog), fieldOf(dialog)]
  await expect(tiles).toHaveCount(40)
  await field.fill('m')
  await field.fill('me')
  await expect(tiles.filter({ hasText: 'MetaMask' })).toBeVisible()
  await field.fill('metamaks')
  await expect(tiles).not.toHaveCount(40)
  await expect(tiles.first()).toHaveText('MetaMask')
  await field.fill('no such wallet')
  await expect(dialog.heading).toHaveText('No wallet found for “no such wallet”')
  await dialog.button('Clear search').click()
  await expect(tiles).toHaveCount(40)
  await expect(field).toHaveValue('')
  expect(searchesIn(witness.requested)).toEqual(['me', 'metamaks', 'no such wallet'])

  await field.fill('harb')
  await expect(tiles).toHaveCount(1)
  // Escape empties the field before it closes anything.
  await page.keyboard.press('Escape')
  await expect(tiles).toHaveCount(40)
})

test('only certified ones', async ({ host, dialog }) => {
  await openAllWallets(host, dialog)
  const [tiles, field] = [tilesOf(dialog), fieldOf(dialog)]
  await dialog.button('Certified').click()
  await expect(tiles).toHaveText(['Harbor Vault', 'Kestrel'])
  await field.fill('kest')
  await expect(tiles).toHaveText(['Kestrel'])
  await field.fill('metamask')
  await dialog.button('Look at all wallets').click()
  await expect(tiles.first()).toHaveText('MetaMask')
  await field.fill('')
  await expect(tiles).toHaveCount(40)
})

test('images come from the server, and are images', async ({ host, dialog, origins }) => {
  await openAllWallets(host, dialog)
  const images = dialog.root.locator('.Tile img')
  await expect(images).toHaveCount(40)
  const look = () =>
    images.evaluateAll(all =>
      (all as HTMLImageElement[]).map(({ src, complete, naturalWidth, clientWidth }) => ({
        from: new URL(src).origin,
        path: new URL(src).pathname.split('/')[1],
        isDrawn: complete && naturalWidth > 0 && clientWidth > 0,
      })),
    )
  const drawn = { from: origins.server, path: 'getWalletImage', isDrawn: true }
  await expect.poll(look).toEqual(Array(40).fill(drawn))
})

test('a wallet that is not installed leads to where it can be had, and back', async ({
  host,
  dialog,
}) => {
  await openAllWallets(host, dialog)
  await dialog.walletRow(harbor).click()
  await dialog.shows('Downloads')
  const links = dialog.root.getByRole('link')
  const urls = () => links.evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href))
  expect(await urls()).toEqual([
    'https://harbor.example/',
    'https://chromewebstore.google.com/detail/harbor',
  ])
  await dialog.button('Back').click()
  await dialog.shows('AllWallets')
  await dialog.walletRow(kestrel).click()
  await expect(dialog.root.getByRole('link', { name: /^Web app/ })).toHaveAttribute(
    'href',
    'https://kestrel.example/app',
  )
  expect(await urls()).toHaveLength(1)
})

test('who has installed a wallet has the page reloaded, and is at it again, once', async ({
  host,
  dialog,
}) => {
  await openAllWallets(host, dialog)
  await dialog.walletRow(harbor).click()
  await dialog.shows('Downloads')
  const heading = await dialog.heading.textContent()
  const items = () => host.page.evaluate(() => Object.keys(sessionStorage))
  const reloaded = host.page.waitForEvent('load')
  await dialog.button('I have installed it').click()
  await reloaded
  await dialog.shows('Downloads')
  await expect(dialog.heading).toHaveText(heading ?? '')
  expect(await items()).toEqual([])
  await dialog.back()
  await dialog.shows('Connect')
  await host.reload()
  await expect(host.button).toBeVisible()
  await dialog.isClosed()
})

for (const [name, left] of [
  ['cannot be read', '{"v":1,'],
  ['is of the future', JSON.stringify({ v: 1, value: { wallet: harbor, atMs: '9999999999999' } })],
  ['is huge', 'a'.repeat(1_000_000)],
] as const) {
  test(`a way back that ${name} is gone after one page, and leads nowhere`, async ({
    host,
    dialog,
  }) => {
    await host.goto('?wallets=none')
    const key = '@latchkit/default:way-back'
    await host.page.evaluate(item => sessionStorage.setItem(item.key, item.left), { key, left })
    const loaded = host.page.waitForRequest(/engine[^/]*\.wasm/)
    await host.reload()
    await loaded
    await expect.poll(() => host.page.evaluate(() => sessionStorage.length)).toBe(0)
    await expect(host.button).toBeVisible()
    await dialog.isClosed()
  })
}

test('an installed wallet is marked, and connects', async ({ host, dialog, wallet }) => {
  await openAllWallets(host, dialog, '')
  const tile = dialog.walletRow(rdnsOf())
  await expect(tile).toHaveAccessibleName('Dev Wallet Installed')
  await wallet.approves(() => tile.click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
})

test('the wallet used last is offered where it is not installed any more', async ({
  host,
  dialog,
  wallet,
}) => {
  await host.goto('?wallet=normal,twice')
  for (const quirk of ['twice', 'wallet']) {
    await host.button.click()
    const row = dialog.walletRow(rdnsOf(quirk))
    await wallet.approves(() => row.click(), 'wallet_requestPermissions')
    await host.isConnected(accounts[0])
    await host.button.click()
    await dialog.button('Disconnect').click()
    await host.isDisconnected()
  }
  await host.goto('?wallets=none')
  await host.button.click()
  const recent = dialog.root.getByRole('button').filter({ hasText: 'Recent' })
  await expect(recent).toHaveText([/Dev Wallet\s*Recent$/, /Dev Wallet \(twice\)\s*Recent$/])
})

const noServer = /error: \[latchkit\] No Latchkit server\./

const withCors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
  'content-type': 'application/json',
}

/** What shows where the server's list cannot be had: the few wallets that came with the package. */
async function showsShortList(dialog: Dialog) {
  await expect(dialog.root.getByText('This is a short list.')).toBeVisible()
  await expect(namesOf(dialog).first()).toHaveText('MetaMask')
  expect(await tilesOf(dialog).count()).toBeGreaterThan(10)
}

test('where the server cannot be reached a short list comes with the package, and can be searched', async ({
  host,
  dialog,
  page,
  witness,
  origins,
}) => {
  witness.expect(/Failed to load resource/, noServer)
  await page.route(`${origins.server}/**`, route => route.abort())
  await openAllWallets(host, dialog)
  await showsShortList(dialog)
  await fieldOf(dialog).fill('metamaks')
  await expect(namesOf(dialog)).toHaveText(['MetaMask'])
  await expect(dialog.root.locator('.Tile img')).toHaveCount(0)
  await tilesOf(dialog).first().click()
  await dialog.shows('Downloads')
  await expect(dialog.root.getByRole('link', { name: /^Chrome Web Store/ })).toBeVisible()
})

test('the server is back: another try lists all', async ({
  host,
  dialog,
  page,
  witness,
  origins,
}) => {
  witness.expect(/Failed to load resource/, noServer)
  const list = `${origins.server}/getWallets?*`
  await page.route(list, route => route.abort())
  await openAllWallets(host, dialog)
  await showsShortList(dialog)
  await page.unroute(list)
  await dialog.button('Try again').click()
  await expect(tilesOf(dialog)).toHaveCount(40)
  await expect(dialog.root.getByText('This is a short list.')).toHaveCount(0)
})

test('a server that has enough of us is asked again, a little later', async ({
  host,
  dialog,
  page,
  witness,
  origins,
}) => {
  witness.expect(/Failed to load resource: .* 429/)
  let refusals = 0
  await page.route(`${origins.server}/getWallets?*`, route => {
    if (refusals === 2) return route.continue()
    refusals += 1
    return route.fulfill({ status: 429, headers: { ...withCors, 'retry-after': '1' } })
  })
  await openAllWallets(host, dialog)
  await expect(tilesOf(dialog)).toHaveCount(40)
  expect(refusals).toBe(2)
})

test('a server that wants to be left alone for a minute is asked once for each look', async ({
  host,
  dialog,
  page,
  witness,
  origins,
}) => {
  witness.expect(
    /Failed to load resource: .* 429/,
    /error: \[latchkit\] The Latchkit server fails\. \S+\/getWallets answers HTTP status code 429\./,
  )
  const list = `${origins.server}/getWallets?`
  const answer = { status: 429, headers: { ...withCors, 'retry-after': '60' } }
  await page.route(`${list}*`, route => route.fulfill(answer))
  const asked = () => witness.requested.filter(url => url.startsWith(list)).length
  await host.goto('?wallets=none')
  await host.button.click()
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  expect(asked()).toBe(1)
  await dialog.button(/^All wallets/).click()
  await showsShortList(dialog)
  expect(asked()).toBe(2)
})

for (const [name, body] of [
  ['no JSON', '<!doctype html><title>Sign in to this network</title>'],
  ['a list', '[]'],
  ['a wallet that is none', '{"count":2,"data":[{"id":7,"name":{}}]}'],
  ['numbers that cannot be', '{"count":-1e99,"data":[]}'],
  ['half an answer', '{"count":2,"data":[{"id":"a","name"'],
  ['nesting without end', '['.repeat(100_000)],
] as const) {
  test(`garbage instead of the list is as good as no answer: ${name}`, async ({
    host,
    dialog,
    page,
    witness,
    origins,
  }) => {
    witness.expect(noServer)
    await page.route(`${origins.server}/getWallets?*`, route =>
      route.fulfill({ headers: withCors, body }),
    )
    await openAllWallets(host, dialog)
    await showsShortList(dialog)
  })
}

test('names and links of a hostile list are text, and lead to pages only', async ({
  host,
  dialog,
  page,
  origins,
}) => {
  const hostile = {
    id: harbor,
    order: 1,
    chains: [],
    injected: [],
    name: '<img src=x onerror=alert(1)>\u202egnp.exe',
    homepage: 'javascript:alert(1)',
    app_store: 'data:text/html,<script>alert(1)</script>',
    webapp_link: 'http://evil.example/',
    chrome_store: 'https://chromewebstore.google.com/detail/fine',
  }
  const body = JSON.stringify({ count: 1, data: [hostile], has_certified: false })
  await page.route(`${origins.server}/getWallets?*`, route =>
    route.fulfill({ headers: withCors, body }),
  )
  await openAllWallets(host, dialog)
  const tile = dialog.walletRow(harbor)
  await expect(tile).toContainText('<img src=x onerror=alert(1)>')
  expect(await tile.textContent()).not.toContain('\u202e')
  await tile.click()
  await dialog.shows('Downloads')
  const links = dialog.root.getByRole('link')
  await expect(links).toHaveCount(1)
  await expect(links).toHaveAttribute('href', hostile.chrome_store)
})

/** A PNG whose head says 60,000 × 60,000: 14 GB, if anybody believed it. */
const hugePng = Buffer.from(
  '89504e470d0a1a0a0000000d494844520000ea600000ea60080600000058d6af3a0000000049454e44ae426082',
  'hex',
)
for (const [name, answer] of [
  ['that is a page', { contentType: 'text/html', body: '<h1>Not found</h1>' }],
  ['that says it is huge', { contentType: 'image/png', body: hugePng }],
  ['of random bytes', { contentType: 'image/webp', body: Buffer.alloc(64_000, 'latchkit') }],
] as const) {
  test(`an image ${name} is drawn as a monogram`, async ({ host, dialog, page, origins }) => {
    await page.route(`${origins.server}/getWalletImage/**`, route => route.fulfill(answer))
    await openAllWallets(host, dialog)
    const icon = dialog.walletRow(harbor).locator('.Picture')
    await expect(icon).toHaveText('H')
    expect(await icon.boundingBox()).toMatchObject({ width: 56, height: 56 })
    await expect(dialog.root.locator('.Tile img')).toHaveCount(0)
  })
}

test('a registry of ten thousand wallets: listed, scrolled and searched as fast as any', async ({
  page,
  witness,
  build,
}) => {
  // It starts a server of its own.
  test.setTimeout(90_000)
  const folder = await mkdtemp(join(tmpdir(), 'latchkit-e2e-registry-'))
  const file = join(folder, 'wallets.json')
  const entry = (number: number) => ({
    id: number.toString(16).padStart(64, '0'),
    name: `Wallet number ${number}`,
    rdns: `org.example.wallet${number}`,
    homepage: `https://wallet${number}.example/`,
  })
  await writeFile(file, JSON.stringify(Array.from({ length: 10_000 }, (_, at) => entry(at + 1))))
  const dev = await startDev(build, '--wallets', file)
  try {
    for (const origin of Object.values(dev.origins)) witness.allow(origin)
    await scrollsAndSearches(page, dev.origins.host)
    // It tells the server later what happened, and that will be gone.
    await page.close()
  } finally {
    await dev.stop()
    await rm(folder, { recursive: true })
  }
})

async function scrollsAndSearches(page: Page, origin: string) {
  const [host, dialog] = [new Host(page, origin), new Dialog(page)]
  await openAllWallets(host, dialog)
  const [tiles, field] = [tilesOf(dialog), fieldOf(dialog)]
  await expect(field).toHaveAttribute('placeholder', /^Search 10,?\d{3} wallets$/)
  for (let pages = 1; pages <= 5; pages += 1) {
    await expect(tiles).toHaveCount(pages * 40)
    await tiles.last().scrollIntoViewIfNeeded()
  }
  await field.fill('wallet number 9876')
  await expect(tiles.first()).toHaveText('Wallet number 9876')
  await field.fill('wallte numbre 8765')
  await expect(tiles.first()).toHaveText('Wallet number 8765')
  await dialog.close()
}
