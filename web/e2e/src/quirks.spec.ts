import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

/** Wallets that answer without asking anybody, and what the modal then says. */
const scripted = [
  ['throws', 'Dev Wallet (throws) could not connect', 'Code -32603: The wallet broke.'],
  ['junk', 'Dev Wallet (junk) gave no usable account', 'Choose one there'],
  ['pending', 'A request is already open', 'answer it there'],
  ['no-accounts', 'Dev Wallet (no-accounts) gave no usable account', 'Choose one there'],
] as const

for (const [quirk, title, body] of scripted) {
  test(`a wallet that does this ends in words: ${quirk}`, async ({ host, dialog }) => {
    await host.goto(`?wallet=${quirk}`)
    await host.button.click()
    await dialog.walletRow(rdnsOf(quirk)).click()
    await dialog.shows('ConnectingExternal')
    await expect(dialog.heading).toHaveText(title)
    await expect(dialog.root).toContainText(body)
    await expect(host.probe('address')).toBeEmpty()
    await dialog.button('Try again').click()
    await expect(dialog.heading).toHaveText(title)
    await dialog.back()
    await dialog.shows('Connect')
    await dialog.close()
    await host.isDisconnected()
  })
}

test('a wallet that never answers gets a hint, then an end', async ({ host, dialog, page }) => {
  await page.clock.install()
  await host.goto('?wallet=hangs')
  await host.button.click()
  await dialog.walletRow(rdnsOf('hangs')).click()
  await expect(dialog.heading).toHaveText('Approve in Dev Wallet (hangs)')
  await page.clock.fastForward(10_000)
  await expect(dialog.root).toContainText('Still waiting.')
  await page.clock.fastForward(290_000)
  await expect(dialog.heading).toHaveText('No answer from Dev Wallet (hangs)')
  await host.isDisconnected()
})

test('a wallet that says it switched and stays has declined', async ({ host, dialog, wallet }) => {
  await host.goto('?wallet=stays')
  await host.button.click()
  await wallet.approves(
    () => dialog.walletRow(rdnsOf('stays')).click(),
    'wallet_requestPermissions',
    'wallet_switchEthereumChain',
  )
  await expect(dialog.heading).toHaveText('Dev Wallet (stays) is still on Ethereum')
  await host.isDisconnected()
  await dialog.button('Use Ethereum').click()
  await dialog.isClosed()
  await host.isConnected(accounts[0], '1')
})

test('a wallet without permissions is asked the old way', async ({ host, dialog, wallet }) => {
  await host.goto('?wallet=no-permissions')
  await host.button.click()
  await wallet.approves(
    () => dialog.walletRow(rdnsOf('no-permissions')).click(),
    'eth_requestAccounts',
  )
  await host.isConnected(accounts[0])
})
