import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'

test('the account tells what it holds and did, and where to be paid', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  const receiver = privateKeyToAddress(generatePrivateKey())
  await connected({ host, dialog, wallet })
  const spends = () => witness.requested.filter(url => /\/spend[_-][^/]*$/.test(url))
  expect(spends(), 'nothing of it is loaded before Account opens').toEqual([])

  await host.button.click()
  await dialog.shows('Account')
  await expect(dialog.root.getByRole('tabpanel')).toContainText('ETH')
  expect(spends()).not.toEqual([])

  await dialog.root.getByRole('tab', { name: 'Activity' }).click()
  await dialog.close()
  await page.getByLabel('To', { exact: true }).fill(receiver)
  await wallet.approves(() => host.probe('send').click(), 'eth_sendTransaction')
  await expect(host.probe('receipt')).toHaveText(/^In block \d+$/)
  await host.button.click()
  await dialog.shows('Account')
  const entry = dialog.root.getByRole('tabpanel').getByRole('listitem').first()
  await expect(entry).toContainText('Sent')
  await expect(entry).toContainText('0.1 ETH')

  await dialog.button('Receive').click()
  await dialog.shows('WalletReceive')
  await expect(dialog.root).toContainText(accounts[0].slice(0, 6))
  await dialog.back()
  await dialog.shows('Account')
})
