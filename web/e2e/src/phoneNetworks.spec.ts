import { join } from 'node:path'
import { accounts, readsEthereumAt } from './chain.ts'
import { DevPhone, paired } from './devPhone.ts'
import { expect, test } from './fixtures.ts'
import { policyOf, serveFolders } from './folderServer.ts'
import { Host } from './host.ts'
import { root } from './latchkitDev.ts'
import { chooseWalletConnect, copyLink, type Site } from './pairingLink.ts'

const [first, second] = accounts
const [local, ethereum] = ['eip155:31337', 'eip155:1'] as const

/** A site and a phone that are connected; the site is looked at, since a tab behind another is drawn once a second. */
async function inFront(site: Site, server: string, options = {}): Promise<DevPhone> {
  const phone = await paired(site, server, '', options)
  await site.page.bringToFront()
  return phone
}

test('the site shows the balance of a phone, switches its network in both ways, and signs there after a reload', async ({
  chain,
  site,
  origins,
}) => {
  const { host, dialog } = site
  const options = await readsEthereumAt(host.page.context(), origins.server)
  const phone = await inFront(site, origins.server, options)
  await host.button.click()
  await expect(dialog.root).toContainText(await chain.shownBalanceOf(first))
  await dialog.button(/^Network: /).click()
  await dialog.networkRow(ethereum).click()
  await dialog.shows('Account')
  await dialog.close()
  await host.isConnected(first, '1')
  await host.reload()
  await host.isConnected(first, '1')
  await host.probe('sign').click()
  await phone.approve('personal_sign')
  await expect(host.probe('verified')).toHaveText('Signed by this account')
  expect(await host.call('switchNetwork', local)).toEqual({})
  await host.isConnected(first)
})

test('what the phone does not share is not offered, and the first that it does is used', async ({
  context,
  site,
  origins,
}) => {
  const { host, dialog } = site
  await host.goto()
  const link = await chooseWalletConnect(site)
  const phone = await DevPhone.open(context, origins.server)
  await phone.pair(link)
  await phone.isAsked('wc_sessionPropose')
  await phone.network('Localhost').uncheck()
  await phone.approve('wc_sessionPropose')
  await host.isConnected(first, '1')
  await host.call('open', { view: 'Networks' })
  await expect(dialog.networkRow(ethereum)).toBeEnabled()
  await expect(dialog.networkRow(local)).toBeDisabled()
  await expect(dialog.networkRow(local)).toContainText('Not offered by Dev Phone')
})

test('a phone on a network that the site has not comes back to one it has; either side ends the session', async ({
  site,
  origins,
}) => {
  const { host, dialog } = site
  const phone = await inFront(site, origins.server)
  await phone.button('Elsewhere').click()
  await expect(host.button).toHaveText('Wrong network')
  await host.button.click()
  await dialog.shows('UnsupportedChain')
  await dialog.networkRow(local).click()
  await dialog.isClosed()
  await host.isConnected(first)

  expect(await host.call('disconnect')).toEqual({})
  await host.isDisconnected()
  await expect(phone.sessions).toHaveCount(0)

  await phone.pair(await chooseWalletConnect(site))
  await phone.approve('wc_sessionPropose')
  await host.isConnected(first)
  await host.button.click()
  await dialog.shows('Account')
  await phone.button('Disconnect').click()
  await dialog.isClosed()
  await host.isDisconnected()
})

test('the hooks of React connect a phone, follow it, switch, sign and end the session', async ({
  context,
  page,
  dialog,
  witness,
  origins,
}) => {
  const served = await serveFolders(
    [['/', join(root, 'web/host18/dist')]],
    await policyOf(origins.host),
  )
  witness.allow(served.origin)
  const row = (name: string) => page.getByTestId(name)
  await page.goto(`${served.origin}/?server=${encodeURIComponent(origins.server)}`)
  await page.getByRole('button', { name: 'Open from a hook' }).click()
  await dialog.button(/^WalletConnect/).click()
  const link = await copyLink({ context, page, dialog, host: new Host(page, served.origin) })
  const phone = await DevPhone.open(context, origins.server)
  await phone.pair(link)
  await phone.approve('wc_sessionPropose')
  await expect(row('address')).toHaveText(first)
  await phone.button('Account 2').click()
  await expect(row('accounts')).toHaveText(second)
  await page.getByRole('button', { name: 'Switch by a hook' }).click()
  await expect(row('chain')).toHaveText('1')
  await page.getByRole('button', { name: 'Sign by a hook' }).click()
  await phone.approve('personal_sign')
  await expect(row('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.getByRole('button', { name: 'Disconnect by a hook' }).click()
  await expect(row('status')).toHaveText('disconnected')
  await expect(phone.sessions).toHaveCount(0)
  await served.stop()
})
