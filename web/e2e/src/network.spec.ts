import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('a wallet on another chain switches on the way in', async ({ host, dialog, wallet }) => {
  await host.goto('?wallet=wrong-chain')
  await host.button.click()
  await wallet.approves(
    () => dialog.walletRow(rdnsOf('wrong-chain')).click(),
    'wallet_requestPermissions',
    'wallet_switchEthereumChain',
  )
  await dialog.isClosed()
  await host.isConnected(accounts[0])
})

test('a wallet that declines the switch is not connected, and may be asked again', async ({
  host,
  dialog,
  wallet,
}) => {
  await host.goto('?wallet=wrong-chain')
  await host.button.click()
  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf('wrong-chain')).click())
  const closed = window.page.waitForEvent('close', { timeout: 0 })
  const answer = (method: string, name: string) =>
    window.page.locator(`[data-method="${method}"]`).getByRole('button', { name }).click()
  await answer('wallet_requestPermissions', 'Approve')
  await answer('wallet_switchEthereumChain', 'Reject')
  await closed
  await expect(dialog.heading).toHaveText(/ is still on /)
  await expect(dialog.root).toContainText('This site asked for Localhost')
  await host.isDisconnected()

  // The accounts it has shared already; the network is asked for again.
  await wallet.approves(() => dialog.button('Try again').click(), 'wallet_switchEthereumChain')
  await host.isConnected(accounts[0])
})

for (const quirk of ['unknown-chain', 'nested-4902']) {
  test(`a wallet that does not know the chain gets it added: ${quirk}`, async ({
    host,
    dialog,
    wallet,
    origins,
  }) => {
    await host.goto(`?wallet=${quirk}`)
    await host.button.click()
    const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf(quirk)).click())
    const closed = window.page.waitForEvent('close', { timeout: 0 })
    const request = (method: string) => window.page.locator(`[data-method="${method}"]`)
    const approve = { name: 'Approve' }
    await request('wallet_requestPermissions').getByRole('button', approve).click()
    const adding = request('wallet_addEthereumChain')
    await expect(adding).toContainText('Localhost')
    await expect(adding).toContainText('31337 (0x7a69)')
    await expect(adding).toContainText(`${origins.server}/v1?`)
    await adding.getByRole('button', approve).click()
    await closed
    await dialog.isClosed()
    await host.isConnected(accounts[0])
  })
}

test('a wallet that goes to an unknown network is on the wrong one, and comes back', async ({
  host,
  dialog,
  wallet,
}) => {
  await connected({ host, dialog, wallet })
  await wallet.act('chain-elsewhere')
  await expect(host.probe('chain-id')).toHaveText('999')
  await expect(host.button).toHaveText('Wrong network')
  await expect(host.probe('balance')).toBeEmpty()
  await expect(host.probe('send')).toBeDisabled()

  await host.button.click()
  await dialog.shows('UnsupportedChain')
  await expect(dialog.root).toContainText('This site does not work on ')
  await wallet.approves(
    () => dialog.networkRow('eip155:31337').click(),
    'wallet_switchEthereumChain',
  )
  await dialog.isClosed()
  await host.isConnected(accounts[0])
  await expect(host.probe('balance')).not.toBeEmpty()
})

test('a declined switch leaves the account where it was', async ({ host, dialog, wallet }) => {
  await connected({ host, dialog, wallet })
  await wallet.act('chain-elsewhere')
  await host.button.click()
  const window = await wallet.opensBy(() => dialog.networkRow('eip155:31337').click())
  await dialog.shows('SwitchNetwork')
  await expect(dialog.heading).toHaveText('Approve in Dev Wallet')
  await window.reject('wallet_switchEthereumChain')
  await expect(dialog.heading).toHaveText('Switch declined')
  await expect(host.probe('chain-id')).toHaveText('999')
  await expect(host.probe('status')).toHaveText('connected')
})

test('a host that switches wrongly, or again before the wallet has answered, hears so', async ({
  host,
  dialog,
  wallet,
}) => {
  await connected({ host, dialog, wallet })
  expect(await host.call('switchNetwork')).toMatchObject({
    code: 32603,
    message: expect.stringMatching(/^CaipNetwork is undefined\./),
  })
  let first: Promise<object> = Promise.resolve({})
  const window = await wallet.opensBy(async () => {
    first = host.call('switchNetwork', 1)
  })
  await window.isAsked('wallet_switchEthereumChain')
  expect(await host.call('switchNetwork', 31337)).toEqual({})
  expect(await first).toMatchObject({
    code: 4001,
    message: expect.stringMatching(/^Request was aborted\./),
  })
})
