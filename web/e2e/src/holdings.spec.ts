import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'
import type { Witness } from './witness.ts'

/** What was requested of what loads as Account opens. */
const spends = ({ requested }: Witness) => requested.filter(url => /\/spend[_-][^/]*$/.test(url))

test('the account tells what it holds and did, and where to be paid', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  const receiver = privateKeyToAddress(generatePrivateKey())
  await connected({ host, dialog, wallet })
  expect(spends(witness), 'nothing of it is loaded before Account opens').toEqual([])

  await host.button.click()
  await dialog.shows('Account')
  await expect(dialog.root.getByRole('tabpanel')).toContainText('ETH')
  expect(spends(witness)).not.toEqual([])

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
  await dialog.root.getByRole('button', { name: /^Receive only on/ }).click()
  await dialog.shows('WalletCompatibleNetworks')
  await expect(dialog.root.locator('[data-network="eip155:31337"]')).toBeVisible()
  await dialog.back()
  await dialog.back()
  await dialog.shows('Account')
})

test('a pointer over the button of who is connected brings Account, not yet what loads as it opens', async ({
  host,
  dialog,
  wallet,
  page,
  witness,
}) => {
  await connected({ host, dialog, wallet })
  await host.reload()
  const brought = page.waitForResponse('**/lazy_views-*.js')
  await host.button.hover()
  await brought
  await page.waitForLoadState('networkidle')
  expect(spends(witness)).toEqual([])
})

test('who has no network sees what was read, how old it is, and it anew once there is one', async ({
  host,
  dialog,
  wallet,
  context,
  witness,
}) => {
  await connected({ host, dialog, wallet })
  await host.button.click()
  await dialog.shows('Account')
  const panel = dialog.root.getByRole('tabpanel')
  await expect(panel).toContainText('ETH')
  const read = () => witness.requested.filter(url => url.includes('/balance?')).length
  const before = read()
  await context.setOffline(true)
  const offline = dialog.root.getByText('You are offline.').first()
  await expect(offline).toBeVisible()
  await expect(panel).toContainText('ETH')
  expect(read()).toBe(before)
  await context.setOffline(false)
  await expect(offline).toBeHidden()
  await expect.poll(read).toBeGreaterThan(before)
})

test('what was sent is pending until it is done, or another one is in its place', async ({
  host,
  dialog,
  wallet,
  chain,
}) => {
  test.slow()
  await connected({ host, dialog, wallet })
  const sent = dialog.root.getByRole('region', { name: 'Just sent' }).getByRole('listitem')
  await chain.holding(async () => {
    await wallet.approves(() => host.probe('send').click(), 'eth_sendTransaction')
    await host.button.click()
    await dialog.shows('Account')
    await dialog.root.getByRole('tab', { name: 'Activity' }).click()
    await expect(sent).toContainText('Pending')
    await chain.cancels(accounts[0])
    await chain.mine()
    await expect(sent).toContainText('Cancelled', { timeout: 15_000 })
  })
})
