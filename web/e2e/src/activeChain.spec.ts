import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

// The directory knows that the dev wallet `multi` is in pages of Solana and Bitcoin.
test.use({ devOptions: ['--wallets', 'web/e2e/registries/multi.json'] })

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('a network of another kind needs a wallet of its own, and both stay connected', async ({
  host,
  dialog,
  wallet,
}) => {
  await connected({ host, dialog, wallet }, '?wallet=normal,solana&networks=solana')
  await host.button.click()
  await dialog.button(/^Network: /).click()
  await dialog.networkRow(solana).click()
  await dialog.shows('SwitchActiveChain')
  await expect(dialog.heading).toHaveText('No wallet is connected for Solana')
  await dialog.back()
  await dialog.shows('Networks')

  await dialog.networkRow(solana).click()
  await dialog.button('Connect a Solana wallet').click()
  await dialog.shows('Connect')
  await expect(dialog.heading).toHaveText('Wallets for Solana')
  await expect(dialog.walletRow(rdnsOf())).toHaveCount(0)
  await wallet.approves(() => dialog.walletRow('Dev-Wallet-solana').click(), 'standard:connect')
  await dialog.isClosed()
  await expect(host.probe('status-solana')).toHaveText('connected')
  await expect(host.probe('address')).toHaveText(accounts[0])

  await host.button.click()
  await expect(dialog.button('Network: Solana')).toBeVisible()
  await dialog.button('Network: Solana').click()
  await dialog.networkRow('eip155:31337').click()
  await dialog.shows('Account')
  await expect(dialog.button('Network: Localhost')).toBeVisible()
  await dialog.button('Account settings').click()
  await dialog.button('Disconnect Ethereum').click()
  await expect(host.probe('status')).toHaveText('disconnected')
  await expect(host.probe('status-solana')).toHaveText('connected')
})

test('a wallet that works there, too, is asked at once', async ({ host, dialog, wallet }) => {
  await host.goto('?wallet=multi,solana&networks=solana')
  await host.button.click()
  await dialog.walletRow('dev.latchkit.multi').click()
  await wallet.approves(() => dialog.button(/^Ethereum/).click(), 'wallet_requestPermissions')
  await dialog.isClosed()
  await host.button.click()
  await dialog.button(/^Network: /).click()
  await dialog.networkRow(solana).click()
  await dialog.shows('SwitchActiveChain')
  await expect(dialog.heading).toHaveText('Connect Solana in Dev Wallet (multi) as well')
  await dialog.button('Use another wallet').click()
  await expect(dialog.heading).toHaveText('Wallets for Solana')
  await dialog.back()
  const connect = dialog.button('Connect Dev Wallet (multi)')
  await wallet.approves(() => connect.click(), 'standard:connect')
  await dialog.isClosed()
  await expect(host.probe('status-solana')).toHaveText('connected')
  await expect(host.probe('address')).toHaveText(accounts[0])
})

test('whoever asks for a wallet of another kind and gives up is connected as before', async ({
  host,
  dialog,
  wallet,
}) => {
  await connected({ host, dialog, wallet }, '?wallet=normal,solana&networks=solana')
  const isAsBefore = async () => {
    await host.isConnected(accounts[0])
    await host.button.click()
    await dialog.shows('Account')
    await expect(dialog.button('Network: Localhost')).toBeVisible()
  }
  await host.button.click()
  await dialog.button(/^Network: /).click()
  await dialog.networkRow(solana).click()
  await dialog.button('Connect a Solana wallet').click()
  await dialog.shows('Connect')
  await dialog.back()
  await dialog.shows('SwitchActiveChain')
  await dialog.button('Connect a Solana wallet').click()
  await dialog.walletRow('Dev-Wallet-solana').click()
  await dialog.shows('ConnectingExternal')
  await host.page.keyboard.press('Escape')
  await dialog.isClosed()
  await isAsBefore()
  await host.reload()
  await isAsBefore()
})
