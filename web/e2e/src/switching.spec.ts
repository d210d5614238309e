import { accounts, readsEthereumAt } from './chain.ts'
import { connected } from './connected.ts'
import { type DevWallet, rdnsOf } from './devWallet.ts'
import type { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import type { Host } from './host.ts'

const ethereum = 'eip155:1'
const [address] = accounts

/** From the open dialog to the list of networks. */
async function toNetworks(host: Host, dialog: Dialog) {
  await host.button.click()
  await dialog.shows('Account')
  await dialog.button(/^Network: /).click()
  await dialog.shows('Networks')
}

async function signsBoth(host: Host, wallet: DevWallet) {
  await wallet.approves(() => host.probe('sign').click(), 'personal_sign')
  await expect(host.probe('verified')).toHaveText('Signed by this account')
  await wallet.approves(() => host.probe('sign-typed').click(), 'eth_signTypedData_v4')
  await expect(host.probe('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
}

test('switches in the list of networks, signs there, and is there after a reload', async ({
  host,
  dialog,
  wallet,
  origins,
}) => {
  await connected(
    { host, dialog, wallet },
    '',
    await readsEthereumAt(host.page.context(), origins.server),
  )
  await toNetworks(host, dialog)
  await expect(dialog.networkRow('eip155:31337')).toHaveAttribute('aria-current', 'true')
  await wallet.approves(() => dialog.networkRow(ethereum).click(), 'wallet_switchEthereumChain')
  await dialog.shows('Account')
  await expect(dialog.button('Network: Ethereum')).toBeVisible()
  await dialog.close()
  await host.isConnected(address, '1')
  await signsBoth(host, wallet)
  await host.reload()
  await host.isConnected(address, '1')
  await expect(host.probe('network')).toHaveText('Ethereum')
})

test('the host switches, and the visitor signs there', async ({
  host,
  dialog,
  wallet,
  origins,
}) => {
  await connected(
    { host, dialog, wallet },
    '',
    await readsEthereumAt(host.page.context(), origins.server),
  )
  let switched: Promise<object> | undefined
  const window = await wallet.opensBy(async () => {
    switched = host.call('switchNetwork', ethereum)
  })
  await window.approve('wallet_switchEthereumChain')
  expect(await switched).toEqual({})
  await host.isConnected(address, '1')
  await signsBoth(host, wallet)
  await host.reload()
  await host.isConnected(address, '1')
})

test('a switch that the visitor declines fails for the host, and may be asked again', async ({
  host,
  dialog,
  wallet,
  origins,
}) => {
  await connected(
    { host, dialog, wallet },
    '',
    await readsEthereumAt(host.page.context(), origins.server),
  )
  let switched: Promise<{ code?: number }> | undefined
  const byHost = await wallet.opensBy(async () => {
    switched = host.call('switchNetwork', ethereum)
  })
  await byHost.reject('wallet_switchEthereumChain')
  expect(await switched).toMatchObject({ code: 4001 })
  await host.isConnected(address)

  await toNetworks(host, dialog)
  const window = await wallet.opensBy(() => dialog.networkRow(ethereum).click())
  await dialog.shows('SwitchNetwork')
  await window.reject('wallet_switchEthereumChain')
  await expect(dialog.heading).toHaveText('Switch declined')
  await host.isConnected(address)
  await wallet.approves(() => dialog.button('Try again').click(), 'wallet_switchEthereumChain')
  await dialog.shows('Account')
  await host.isConnected(address, '1')
})

test('a switch that is given up leaves the list as it was', async ({
  host,
  dialog,
  wallet,
  origins,
}) => {
  await connected(
    { host, dialog, wallet },
    '',
    await readsEthereumAt(host.page.context(), origins.server),
  )
  await toNetworks(host, dialog)
  const window = await wallet.opensBy(() => dialog.networkRow(ethereum).click())
  await dialog.shows('SwitchNetwork')
  await dialog.back()
  await dialog.shows('Networks')
  await dialog.close()
  await window.reject('wallet_switchEthereumChain')
  await host.isConnected(address)
})

test('a network chosen by a visitor without a wallet is the one to connect to', async ({
  host,
  dialog,
  wallet,
  origins,
}) => {
  await host.goto('', await readsEthereumAt(host.page.context(), origins.server))
  await host.call('open', { view: 'Networks' })
  await dialog.networkRow(ethereum).click()
  await dialog.isClosed()
  await host.reload()
  await host.button.click()
  await wallet.approves(
    () => dialog.walletRow(rdnsOf()).click(),
    'wallet_requestPermissions',
    'wallet_switchEthereumChain',
  )
  await host.isConnected(address, '1')
})

test('a network that the site does not have is refused, in words for its developer', async ({
  host,
  dialog,
  wallet,
  witness,
}) => {
  await connected({ host, dialog, wallet })
  witness.expect(/There is no network eip155:5 in the option `networks`/)
  expect(await host.call('switchNetwork', 'eip155:5')).toMatchObject({ code: 4902 })
  await host.isConnected(address)
})
