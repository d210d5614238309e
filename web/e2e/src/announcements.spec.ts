import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

// The directory knows the wallet of the demo page.
test.use({ devOptions: ['--wallets', 'web/e2e/registries/wallets.json'] })

/** Ten thousand wallets that nobody has. */
const flood = Array.from({ length: 10_000 }, (_, index) => `Wallet ${index}`)

/** Announces as many wallets as one likes, now and when asked, with names as one likes. Runs in the page. */
const announceNamed = (names: readonly string[]) => {
  const provider = {
    request: () => Promise.reject(new Error('Not a wallet.')),
    on: () => undefined,
    removeListener: () => undefined,
  }
  const announceAll = () =>
    names.forEach((name, index) => {
      const info = { uuid: `${index}`, rdns: `org.example.w${index}`, name, icon: 'data:,' }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    })
  addEventListener('eip6963:requestProvider', announceAll)
  announceAll()
}

test('ten thousand announcements after a wallet fill no more than the list', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await host.goto()
  await host.button.click()
  const good = dialog.walletRow(rdnsOf())
  await expect(good).toBeVisible()
  await page.evaluate(announceNamed, flood)
  const rows = dialog.here
  await expect(rows).toHaveCount(100)
  await wallet.approves(() => good.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})

test('a wallet behind ten thousand others is the first of the list, and comes back', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  // Before any script of the page: whoever asks for wallets hears these first.
  await page.addInitScript(announceNamed, flood)
  await host.goto()
  await host.button.click()
  const rows = dialog.here
  await expect(rows).toHaveCount(101)
  const good = dialog.walletRow(rdnsOf())
  await expect(rows.first()).toHaveAttribute('data-wallet', rdnsOf())
  await wallet.approves(() => good.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
  await host.reload()
  await host.isConnected(accounts[0])
})

test('names are text in one line, whatever is in them', async ({ host, dialog, page }) => {
  const shown = [
    ['<b>Bold</b> & <script>alert(1)</script>', '<b>Bold</b> & <script>alert(1)</script>'],
    ['Harbor\u202etellaw ruoy evig', 'Harbortellaw ruoy evig'],
    ['\u2066Zero\u200bwidth\u2069', 'Zerowidth'],
    ['Two\nlines', 'Twolines'],
    ['محفظة', 'محفظة'],
    ['W'.repeat(500), 'W'.repeat(64)],
  ] as const
  await host.goto('?wallets=none')
  await host.button.click()
  await dialog.shows('Connect')
  await page.evaluate(
    announceNamed,
    shown.map(([name]) => name),
  )
  for (const [index, [, name]] of shown.entries())
    await expect(dialog.walletRow(`org.example.w${index}`).locator('.name')).toHaveText(name)
  await expect(dialog.root.locator('[data-wallet] :is(b, script)')).toHaveCount(0)
})

test('malformed announcements break nothing, and the good wallet is listed', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  await page.addInitScript(() => {
    const request = () => Promise.reject(new Error('Not a wallet.'))
    const provider = { request, on: () => undefined, removeListener: () => undefined }
    const description = { uuid: 'one', name: 'A wallet', rdns: 'org.example.a', icon: 'data:,' }
    const circular: Record<string, unknown> = { ...description, uuid: 'two', rdns: 'org.example.b' }
    circular.self = circular
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    const throwing = {
      get rdns(): string {
        throw new Error('No peeking.')
      },
    }
    const details = [
      undefined,
      null,
      7,
      'wallet',
      {},
      { info: null, provider },
      { info: description },
      { info: description, provider: null },
      { info: description, provider: { request: 'no function' } },
      { info: { ...description, rdns: undefined }, provider },
      { info: { ...description, rdns: 'two words' }, provider },
      { info: { ...description, rdns: '"><script>' }, provider },
      { info: { ...description, name: 42 }, provider },
      { info: { ...description, name: '\u202e\u0000' }, provider },
      { info: circular, provider },
      { info: throwing, provider },
      { info: revoked.proxy, provider },
      { info: description, provider: revoked.proxy },
      {
        get info() {
          throw new Error('No peeking.')
        },
      },
      // Shown, but without its image.
      {
        info: {
          uuid: 'three',
          rdns: 'org.example.image',
          name: '<img src=x onerror=alert(1)>',
          icon: 'https://example.org/track.png',
        },
        provider,
      },
    ]
    const announce = (detail: unknown) =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    const announceAll = () => {
      for (const detail of details) announce(detail)
      dispatchEvent(new Event('eip6963:announceProvider'))
    }
    addEventListener('eip6963:requestProvider', announceAll)
    addEventListener('load', announceAll)
  })
  await host.goto()
  await host.button.click()
  await dialog.shows('Connect')
  // Those of the directory go by digits alone.
  const rows = dialog.root.locator('[data-wallet*="."]')
  await expect(rows).toHaveCount(3)
  // What else is in an announcement is not looked at.
  await expect(dialog.walletRow('org.example.b')).toContainText('A wallet')
  const odd = dialog.walletRow('org.example.image')
  await expect(odd).toContainText('<img src=x onerror=alert(1)>')
  await expect(odd.locator('img')).toHaveCount(0)
  const good = dialog.walletRow(rdnsOf())
  await expect(good).toContainText('Dev Wallet')
  await page.evaluate(rdns => {
    const provider = { request: () => Promise.reject(new Error('Not a wallet.')) }
    const info = { uuid: 'thief', rdns, name: 'Dev Wallet', icon: 'data:,' }
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  }, rdnsOf())
  await expect(rows).toHaveCount(4)
  for (const row of [good, dialog.walletRow(`${rdnsOf()}#2`)])
    await expect(row).toContainText(/[12] of 2 that claim to be it/)
  await wallet.approves(() => good.click(), 'wallet_requestPermissions')
  await host.isConnected(accounts[0])
})
