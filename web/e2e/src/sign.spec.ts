import { type Hex, verifyMessage, verifyTypedData } from 'viem'
import { accounts } from './chain.ts'
import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'

const [address] = accounts
const message = 'Ünïcode too: 水 🌊'

test('signs a message that verifies', async ({ host, dialog, wallet, page }) => {
  await connected({ host, dialog, wallet })
  await page.getByLabel('Message').fill(message)
  const window = await wallet.opensBy(() => host.probe('sign').click())
  await expect(window.page.getByLabel('Message')).toHaveText(message)
  await window.approve('personal_sign')
  await expect(host.probe('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await host.probe('signature').textContent()) as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  await expect(host.probe('verified')).toHaveText('Signed by this account')
})

test('signs typed data that verifies', async ({ host, dialog, wallet, page }) => {
  await connected({ host, dialog, wallet })
  await page.getByLabel('Message').fill(message)
  await wallet.approves(() => host.probe('sign-typed').click(), 'eth_signTypedData_v4')
  await expect(host.probe('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await host.probe('signature').textContent()) as Hex
  const field = (name: string) => ({ name, type: 'string' })
  const isValid = await verifyTypedData({
    address,
    signature,
    types: { Note: [field('text'), field('page')] },
    primaryType: 'Note',
    domain: { name: 'Quillmere', version: '1', chainId: 31337 },
    message: { text: message, page: new URL(host.origin).host },
  })
  expect(isValid).toBe(true)
})

test('a declined signature reaches the site as the wallet said it', async ({
  host,
  dialog,
  wallet,
}) => {
  await connected({ host, dialog, wallet })
  const window = await wallet.opensBy(() => host.probe('sign').click())
  await window.reject('personal_sign')
  await expect(host.probe('error')).toHaveAttribute('data-code', '4001')
  await expect(host.probe('signature')).toBeEmpty()
})
