import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

test('two instances on one page do not touch each other', async ({
  host,
  dialog,
  wallet,
  page,
}) => {
  const second = page.locator('latchkit-button[instance=second] button')
  const status = page.getByTestId('second-status')
  await connected({ host, dialog, wallet }, '?instances=2&wallet=normal,no-permissions')
  await expect(status).toHaveText('disconnected')
  await expect(second).toHaveText('Connect wallet')

  await second.click()
  await dialog.shows('Connect')
  const row = dialog.walletRow(rdnsOf('no-permissions'))
  await wallet.approves(() => row.click(), 'eth_requestAccounts')
  await expect(status).toHaveText('connected')
  await expect(page.getByTestId('second-address')).toHaveText(accounts[0])

  await host.button.click()
  await dialog.shows('Account')
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  await expect(status).toHaveText('connected')

  await host.reload()
  await expect(status).toHaveText('connected')
  await host.isDisconnected()
})
