import { join } from 'node:path'
import { policyOf, serveFolders } from './folderServer.ts'
import { Host } from './host.ts'
import { root } from './latchkitDev.ts'
import { approves, expect, first, local, mainnet, second, test } from './otherMaker.ts'
import { chooseWalletConnect, copyLink, type Site } from './pairingLink.ts'

/** What a wallet shares: accounts by CAIP-10. */
const sharing = (...accounts: readonly string[]) => ({
  eip155: {
    accounts,
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
})
const on = (chain: string, { address }: { address: string }) => `${chain}:${address}`
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The account that the site, its button and the modal show, and all that the site may use. */
async function uses({ host, dialog }: Site, accounts: readonly string[], chain?: string) {
  const [used = ''] = accounts
  await host.isConnected(used, chain)
  expect(await host.request('eth_accounts')).toEqual({ value: accounts })
  await host.button.click()
  await dialog.shows('Account')
  await expect(dialog.root.locator('.Owner .address bdi')).toHaveText(short(used))
  await dialog.close()
}

test('two accounts of one session: each chain has its own, and the wallet says which is used', async ({
  site,
  js,
}) => {
  test.slow()
  const { host, dialog } = site
  await host.goto()
  const shared = sharing(on(local, first), on(local, second), on(mainnet, second))
  const topic = await approves(js, await chooseWalletConnect(site), shared)
  await dialog.isClosed()
  await uses(site, [first.address, second.address])
  await host.reload()
  await uses(site, [first.address, second.address])

  await host.call('open', { view: 'Networks' })
  await dialog.networkRow(mainnet).click()
  await dialog.isClosed()
  await uses(site, [second.address], '1')
  await js.emit(topic, local, 'chainChanged', 31337)
  await uses(site, [first.address, second.address])

  await js.emit(topic, local, 'accountsChanged', [second.address])
  await uses(site, [second.address, first.address])
  await js.update(topic, sharing(on(local, first), on(mainnet, second)))
  await uses(site, [first.address])
  await js.update(topic, sharing(on(mainnet, second)))
  await uses(site, [second.address], '1')
})

test('the hooks of React tell all accounts of a session, as they change, switch and sign', async ({
  context,
  page,
  dialog,
  witness,
  origins,
  js,
}) => {
  const folder = join(root, 'web/host18/dist')
  const served = await serveFolders([['/', folder]], await policyOf(origins.host))
  witness.allow(served.origin)
  const row = (name: string) => page.getByTestId(name)
  await page.goto(`${served.origin}/?server=${encodeURIComponent(origins.server)}`)
  await page.getByRole('button', { name: 'Open from a hook' }).click()
  await dialog.button(/^WalletConnect/).click()
  const link = await copyLink({ context, page, dialog, host: new Host(page, served.origin) })
  const shared = sharing(on(local, first), on(local, second), on(mainnet, first))
  const topic = await approves(js, link, shared)
  await expect(row('status')).toHaveText('connected')
  await expect(row('address')).toHaveText(first.address)
  await expect(row('accounts')).toHaveText(`${first.address} ${second.address}`)
  await page.getByRole('button', { name: 'Switch by a hook' }).click()
  await expect(row('chain')).toHaveText('1')
  await page.getByRole('button', { name: 'Sign by a hook' }).click()
  const asked = await js.next('session_request')
  expect(asked.params.chainId).toBe(mainnet)
  await js.respond(asked, '0x5160')
  await expect(row('signature')).toHaveText('0x5160')
  await js.update(topic, sharing(on(local, second)))
  await expect(row('address')).toHaveText(second.address)
  await expect(row('accounts')).toHaveText(second.address)
  await page.reload()
  await expect(row('accounts')).toHaveText(second.address)
  await page.getByRole('button', { name: 'Disconnect by a hook' }).click()
  await expect(row('status')).toHaveText('disconnected')
  expect((await js.next('session_delete')).topic).toBe(topic)
  await served.stop()
})
