import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('another account is chosen in the wallet', async ({ host, dialog, wallet, chain }) => {
  await connected({ host, dialog, wallet })
  await wallet.act('account-3')
  await host.isConnected(accounts[2])
  await expect(host.probe('balance')).toHaveText(await chain.shownBalanceOf(accounts[2]))
  await host.reload()
  await host.isConnected(accounts[2])
})

test('an account is chosen while connecting', async ({ host, dialog, wallet }) => {
  await host.goto()
  await host.button.click()
  const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
  await window.page.getByRole('radio', { name: 'Account 2' }).check()
  await window.approve('wallet_requestPermissions')
  await host.isConnected(accounts[1])
})

test('events that come twice do no harm', async ({ host, dialog, wallet, page }) => {
  await host.goto('?wallet=twice')
  await host.button.click()
  await wallet.approves(
    () => dialog.walletRow(rdnsOf('twice')).click(),
    'wallet_requestPermissions',
  )
  await host.isConnected(accounts[0])
  await page.evaluate(async () => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    const provider = getLatchkit().getProvider('eip155')
    for (const name of ['accountsChanged', 'chainChanged', 'disconnect'])
      provider.on(name, () => heard.push(name))
  })
  await wallet.act('account-2')
  await host.isConnected(accounts[1])
  await wallet.act('chain-elsewhere')
  await expect(host.probe('chain-id')).toHaveText('999')
  await wallet.act('disconnect')
  await host.isDisconnected()
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  expect(heard).toEqual([
    'accountsChanged',
    'chainChanged',
    'chainChanged',
    'accountsChanged',
    'disconnect',
  ])
})

test('a lost node changes nothing', async ({ host, dialog, wallet, page }) => {
  await connected({ host, dialog, wallet })
  await page.getByTestId('wallet-1013').click()
  await host.isConnected(accounts[0])
  await wallet.act('account-2')
  await host.isConnected(accounts[1])
})
