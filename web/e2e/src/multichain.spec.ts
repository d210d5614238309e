import { accounts } from './chain.ts'
import type { Parties } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'
import type { Host } from './host.ts'

const namespaces = ['solana', 'bip122', 'polkadot', 'cosmos'] as const
type Namespace = (typeof namespaces)[number]

/** The dev wallet of each namespace: its row, its method to connect, its method to sign. */
const wallets: { readonly [name in Namespace]: readonly [string, string, string] } = {
  solana: ['Dev-Wallet-solana', 'standard:connect', 'solana:signMessage'],
  bip122: ['Dev-Wallet-bip122', 'bitcoin:connect', 'bitcoin:signMessage'],
  polkadot: ['Dev-Wallet-polkadot', 'enable', 'signRaw'],
  cosmos: ['app.keplr', 'enable', 'signAmino'],
}
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const multi = 'dev.latchkit.multi'

const everything = `?wallet=normal,${namespaces.join()}&networks=${namespaces.join()}`

/** Connects the wallet of a namespace by the site's own button for it. */
async function connectOn({ host, dialog, wallet }: Parties, namespace: Namespace) {
  const [row, connects] = wallets[namespace]
  await host.probe(`connect-${namespace}`).click()
  await wallet.approves(() => dialog.walletRow(row).click(), connects)
  await dialog.isClosed()
  await isOn(host, namespace, 'connected')
}

const isOn = (host: Host, namespace: Namespace, status: 'connected' | 'disconnected') =>
  expect(host.probe(`status-${namespace}`)).toHaveText(status)

async function signOn({ host, wallet }: Parties, namespace: Namespace) {
  await wallet.approves(() => host.probe(`sign-${namespace}`).click(), wallets[namespace][2])
  await expect(host.probe(`verified-${namespace}`)).toHaveText('Verified')
}

async function connectEvm({ host, dialog, wallet }: Parties) {
  await host.button.click()
  const row = dialog.walletRow(rdnsOf())
  await wallet.approves(() => row.click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.isConnected(accounts[0])
}

async function signEvm({ host, wallet }: Parties) {
  await wallet.approves(() => host.probe('sign').click(), 'personal_sign')
  await expect(host.probe('verified')).toHaveText('Signed by this account')
}

/** What the site knows of the account of eip155, whichever the button shows. */
async function isOnEvm(host: Host) {
  await expect(host.probe('status')).toHaveText('connected')
  await expect(host.probe('address')).toHaveText(accounts[0])
}

/** The name of the wallet that is connected on a namespace, as the site is told it. */
const walletOf = ({ page }: Host, namespace: string) =>
  page.evaluate(async namespace => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    return getLatchkit().getWalletInfo(namespace)?.name
  }, namespace)

test.describe('five namespaces at once', () => {
  test.setTimeout(90_000)

  test('connect, sign on each, come back together, and leave one by one', async ({
    host,
    dialog,
    wallet,
  }) => {
    const parties = { host, dialog, wallet }
    await host.goto(everything)
    await connectEvm(parties)
    for (const namespace of namespaces) await connectOn(parties, namespace)
    await signEvm(parties)
    for (const namespace of namespaces) await signOn(parties, namespace)

    await host.reload()
    await isOnEvm(host)
    for (const namespace of namespaces) await isOn(host, namespace, 'connected')
    for (const namespace of namespaces) await signOn(parties, namespace)
    await signEvm(parties)

    // The last that was connected is in use; each has a way out of its own.
    await host.button.click()
    await dialog.shows('Account')
    await dialog.button('Account settings').click()
    await dialog.button('Disconnect Cosmos').click()
    await isOn(host, 'cosmos', 'disconnected')
    await dialog.shows('AccountSettings')
    await expect(dialog.root).toContainText('Cosmos disconnected')
    for (const namespace of ['solana', 'bip122', 'polkadot'] as const)
      await isOn(host, namespace, 'connected')
    await isOnEvm(host)
    await host.reload()
    await isOnEvm(host)
    await isOn(host, 'polkadot', 'connected')
    await isOn(host, 'cosmos', 'disconnected')
  })
})

test('a list for one namespace has its wallets only', async ({ host, dialog, wallet }) => {
  await host.goto(`${everything}&wallet=multi`)
  const installed = async () => {
    const rows = dialog.root.locator('[data-wallet]').filter({ hasText: 'Installed' })
    return rows.evaluateAll(all => all.map(row => (row as HTMLElement).dataset.wallet).sort())
  }
  await host.probe('connect-solana').click()
  await expect(dialog.heading).toHaveText('Wallets for Solana')
  await expect.poll(installed).toEqual(['Dev-Wallet-solana', multi])
  await dialog.close()
  await host.probe('connect-polkadot').click()
  await expect.poll(installed).toEqual(['Dev-Wallet-polkadot'])
  // A wallet of several namespaces is not asked about where the list is for one.
  await dialog.close()
  await host.probe('connect-bip122').click()
  await wallet.approves(() => dialog.walletRow(multi).click(), 'bitcoin:connect')
  await isOn(host, 'bip122', 'connected')
  await isOn(host, 'solana', 'disconnected')
})

for (const [choice, connects, namespace] of [
  [/^Ethereum/, 'wallet_requestPermissions', 'eip155'],
  [/^Solana/, 'standard:connect', 'solana'],
  [/^Bitcoin/, 'bitcoin:connect', 'bip122'],
] as const) {
  test(`a wallet of several namespaces, for ${choice}`, async ({ host, dialog, wallet }) => {
    await host.goto('?wallet=multi&networks=solana,bip122')
    await host.button.click()
    await dialog.walletRow(multi).click()
    await dialog.shows('ConnectingMultiChain')
    for (const name of [/^Ethereum/, /^Solana/, /^Bitcoin/])
      await expect(dialog.button(name)).toBeVisible()
    await expect(dialog.root.locator('.ListItem')).toHaveCount(3)
    await wallet.approves(() => dialog.button(choice).click(), connects)
    await dialog.isClosed()
    const connected = await host.page.evaluate(async () => {
      const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
      const all = ['eip155', 'solana', 'bip122']
      return all.filter(namespace => getLatchkit().getAccount(namespace).isConnected)
    })
    expect(connected).toEqual([namespace])
    expect(await walletOf(host, namespace)).toBe('Dev Wallet (multi)')
  })
}

test('going back from the choice leads to the list', async ({ host, dialog }) => {
  await host.goto('?wallet=multi&networks=solana')
  await host.button.click()
  await dialog.walletRow(multi).click()
  await dialog.shows('ConnectingMultiChain')
  await dialog.button(/^Back$/).click()
  await dialog.shows('Connect')
  await isOn(host, 'solana', 'disconnected')
})

test('a network of a namespace without a wallet: another is connected there, and both sign', async ({
  host,
  dialog,
  wallet,
}) => {
  const parties = { host, dialog, wallet }
  await host.goto('?wallet=normal,solana&networks=solana')
  await connectEvm(parties)
  await host.button.click()
  await dialog.button('Network: Localhost').click()
  await dialog.shows('Networks')
  await dialog.root.locator(`[data-network="${solanaMainnet}"]`).click()
  await dialog.shows('SwitchActiveChain')
  await expect(dialog.heading).toHaveText('No wallet is connected for Solana')
  await dialog.button('Connect a Solana wallet').click()
  await dialog.shows('Connect')
  await expect(dialog.walletRow(rdnsOf())).toHaveCount(0)
  await wallet.approves(() => dialog.walletRow('Dev-Wallet-solana').click(), 'standard:connect')
  await isOn(host, 'solana', 'connected')
  await signOn(parties, 'solana')
  await signEvm(parties)

  // Both are there now: going from one to the other asks nobody.
  await host.button.click()
  await dialog.button('Network: Solana').click()
  await dialog.root.locator('[data-network="eip155:31337"]').click()
  await host.isConnected(accounts[0])
})

test('another wallet of the same namespace takes its place, and the first is not heard any more', async ({
  host,
  dialog,
  wallet,
  context,
}) => {
  const parties = { host, dialog, wallet }
  await host.goto('?wallet=solana,multi&networks=solana')
  await connectOn(parties, 'solana')
  expect(await walletOf(host, 'solana')).toBe('Dev Wallet (solana)')
  await host.probe('connect-solana').click()
  await wallet.approves(() => dialog.walletRow(multi).click(), 'standard:connect')
  await dialog.isClosed()
  await expect.poll(() => walletOf(host, 'solana')).toBe('Dev Wallet (multi)')

  // The first takes its permission back, as a person does in another tab.
  const tab = await context.newPage()
  await tab.goto(`${host.origin}/?wallets=none&create=0`)
  await tab.evaluate(() => localStorage.removeItem('dev-wallet:solana:chains'))
  await host.page.bringToFront()
  await signOn(parties, 'solana')
  await isOn(host, 'solana', 'connected')
  // The second does, and that counts.
  await tab.evaluate(() => localStorage.removeItem('dev-wallet:multi:chains'))
  await isOn(host, 'solana', 'disconnected')
})

test('the site disconnects one namespace, then all', async ({ host, dialog, wallet }) => {
  const parties = { host, dialog, wallet }
  await host.goto('?wallet=normal,solana,bip122&networks=solana,bip122')
  await connectEvm(parties)
  await connectOn(parties, 'solana')
  await connectOn(parties, 'bip122')
  const disconnect = (namespace?: string) =>
    host.page.evaluate(async namespace => {
      const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
      await getLatchkit().disconnect(namespace)
    }, namespace)
  await disconnect('solana')
  await isOn(host, 'solana', 'disconnected')
  await isOn(host, 'bip122', 'connected')
  await isOnEvm(host)
  await disconnect()
  await isOn(host, 'bip122', 'disconnected')
  await host.isDisconnected()
  await host.reload()
  await isOn(host, 'solana', 'disconnected')
  await isOn(host, 'bip122', 'disconnected')
  await host.isDisconnected()
})

test('balances of eip155 and Solana, each in its own coin; none where none is read', async ({
  host,
  dialog,
  wallet,
  page,
  origins,
}) => {
  const withCors = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
  const chains = { http: ['eip155:31337', solanaMainnet], ws: [] }
  await page.route(`${origins.server}/v1/supported-chains*`, route =>
    route.fulfill({ headers: withCors, json: chains }),
  )
  // The chain that the modal asks about, as the server's proxy would answer for its node.
  await page.route(
    url => url.pathname === '/v1' && url.searchParams.get('chainId') === solanaMainnet,
    async route => {
      const { id } = route.request().postDataJSON()
      const result = { context: { slot: 1 }, value: 1_234_500_000 }
      await route.fulfill({ headers: withCors, json: { jsonrpc: '2.0', id, result } })
    },
  )
  const parties = { host, dialog, wallet }
  await host.goto('?wallet=normal,solana,bip122&networks=solana,bip122')
  await connectEvm(parties)
  await expect(host.probe('balance')).toHaveText(/^[\d,.]+ ETH$/)
  await connectOn(parties, 'solana')
  await expect(host.button).toContainText('1.234 SOL')
  await connectOn(parties, 'bip122')
  await expect(host.button).not.toContainText(/SOL|ETH|BTC/)
  await host.button.click()
  await expect(dialog.root).toContainText('Balance unknown')
  await expect(host.probe('balance')).toHaveText(/^[\d,.]+ ETH$/)
})
