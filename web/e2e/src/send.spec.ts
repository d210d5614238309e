import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'

test('sends ether that arrives', async ({ host, dialog, wallet, chain, page }) => {
  const receiver = privateKeyToAddress(generatePrivateKey())
  await connected({ host, dialog, wallet })
  await page.getByLabel('To', { exact: true }).fill(receiver)
  const window = await wallet.opensBy(() => host.probe('send').click())
  await expect(window.page.getByRole('heading', { name: '0.1 ETH' })).toBeVisible()
  await window.approve('eth_sendTransaction')
  await expect(host.probe('hash')).toHaveText(/^0x[0-9a-f]{64}$/)
  await expect(host.probe('receipt')).toHaveText(/^In block \d+$/)
  expect(await chain.balanceOf(receiver)).toBe(10n ** 17n)
  const hash = (await host.probe('hash').textContent()) as Hex
  expect(await chain.receiptOf(hash)).toMatchObject({ status: 'success' })
})
