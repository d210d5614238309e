import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { expect, test } from './fixtures.ts'
import { codeFor } from './mailbox.ts'
import { signIn, VaultFrame, withEmail } from './signIn.ts'

/** One that nobody has used before. */
const newAddress = () => `ada-${crypto.randomUUID()}@example.com`
const anybody = '?wallets=none&networks=solana'
const addressOf = async (page: Page) => (await page.getByTestId('address').textContent()) ?? ''

test('signs in by a mailed code, is connected on EVM and Solana, and still is after a reload', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  await host.goto(anybody, withEmail)
  await host.button.click()
  await signIn(site, origins.server, newAddress())
  await expect(host.probe('status')).toHaveText('connected')
  const address = await addressOf(site.page)
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await expect(host.probe('status-solana')).toHaveText('connected')
  await host.reload()
  await host.isConnected(address)
  await expect(host.probe('status-solana')).toHaveText('connected')
  await dialog.isClosed()
})

test('signs what is approved, and nothing that is refused', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  await host.goto(anybody, withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  const address = (await addressOf(site.page)) as `0x${string}`
  const message = 'Hello'
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const signed = host.request('personal_sign', [hex, address])
  await dialog.shows('ApproveTransaction')
  await expect(frame.root.getByText(message, { exact: true })).toBeVisible()
  await frame.approves()
  const { value } = await signed
  expect(await verifyMessage({ address, message, signature: value as `0x${string}` })).toBe(true)
  await dialog.isClosed()
  const refused = host.request('personal_sign', [hex, address])
  await dialog.shows('ApproveTransaction')
  await frame.refuses()
  expect((await refused).code).toBe(4001)
  await dialog.isClosed()
  const closed = host.request('personal_sign', [hex, address])
  await dialog.shows('ApproveTransaction')
  await dialog.close()
  expect((await closed).code).toBe(4001)
})

test('a wrong code is told, and another one is taken', async ({
  site,
  host,
  dialog,
  origins,
  witness,
}) => {
  witness.expect(/status of 401 .*email\/otp/)
  const email = newAddress()
  await host.goto(anybody, withEmail)
  await host.button.click()
  const frame = new VaultFrame(site.page)
  await frame.address.fill(email)
  await frame.address.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  const code = await codeFor(email, origins.server)
  await frame.enters(code === '111111' ? '222222' : '111111')
  await expect(frame.root.getByRole('alert')).toContainText('The code is wrong')
  await frame.enters(code)
  await frame.chooses('Signing in')
  await dialog.isClosed()
  await expect(host.probe('status')).toHaveText('connected')
})

test('whoever goes back enters another address; whoever signs out is out', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  await host.goto(anybody, withEmail)
  await host.button.click()
  const frame = new VaultFrame(site.page)
  await frame.address.fill(newAddress())
  await frame.address.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  await dialog.back()
  await dialog.shows('Connect')
  await frame.address.clear()
  await signIn(site, origins.server, newAddress())
  await host.call('disconnect')
  await host.isDisconnected()
  await host.reload()
  await host.isDisconnected()
})

test('where e-mail is off nothing of it is loaded', async ({ host, dialog, witness, page }) => {
  await host.goto(anybody)
  await host.button.click()
  await dialog.shows('Connect')
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  expect(witness.requested.filter(url => /embedded|vault\.localhost/.test(url))).toEqual([])
  await expect(page.locator('latchkit-modal iframe')).toHaveCount(0)
})
