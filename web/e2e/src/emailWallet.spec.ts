import { createHmac, pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { accounts } from './chain.ts'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import { codeFor, mailsFor } from './mailbox.ts'
import type { Site } from './pairingLink.ts'
import { signIn, VaultFrame, withEmail } from './signIn.ts'

const anybody = '?wallets=none&networks=solana'
const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

test('sends on the local chain what was approved', async ({
  site,
  host,
  dialog,
  origins,
  chain,
}) => {
  test.slow()
  await host.goto(anybody, withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  const from = (await host.probe('address').textContent()) as Hex
  await chain.fund(from, 10n ** 18n)
  const [, to] = accounts
  const before = await chain.balanceOf(to)
  const sent = host.request('eth_sendTransaction', [{ from, to, value: '0x16345785d8a0000' }])
  await dialog.shows('ApproveTransaction')
  await expect(frame.root.getByText('0.1', { exact: false }).first()).toBeVisible()
  await frame.approves()
  const { value } = await sent
  const isDone = async () =>
    expect(await chain.receiptOf(value as Hex)).toMatchObject({ status: 'success' })
  await expect(isDone).toPass()
  expect(await chain.balanceOf(to)).toBe(before + 10n ** 17n)
  await dialog.isClosed()
})

test('signs on Solana, too', async ({ site, host, dialog, origins }) => {
  await host.goto(anybody, withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  await expect(site.page.getByTestId('status-solana')).toHaveText('connected')
  await site.page.getByTestId('sign-solana').click()
  await dialog.shows('ApproveTransaction')
  await frame.approves()
  await expect(site.page.getByTestId('verified-solana')).toHaveText('Verified')
  await dialog.isClosed()
})

test('another browser has the same addresses, and the words bring them back anywhere', async ({
  site,
  host,
  dialog,
  browser,
  origins,
}) => {
  // A mailbox gets one mail in half a minute.
  test.setTimeout(120_000)
  const email = newAddress()
  await host.goto(anybody, withEmail)
  await host.button.click()
  await signIn(site, origins.server, email)
  const address = await host.probe('address').textContent()
  await expect(site.page.getByTestId('status-solana')).toHaveText('connected')
  const solana = await site.page.getByTestId('address-solana').textContent()

  await host.call('open', { view: 'AccountSettings' })
  await dialog.button(/^Wallet settings/).click()
  const frame = new VaultFrame(site.page)
  await frame.root.getByRole('button', { name: /^Words of the wallet/ }).click()
  const hold = frame.root.getByRole('button', { name: 'Hold to show' })
  await hold.hover()
  await site.page.mouse.down()
  const words = await frame.root.locator('ol.SecretWords li').allTextContents()
  await site.page.mouse.up()
  const phrase = words.join(' ')
  expect(mnemonicToAccount(phrase).address).toBe(address)
  expect(solanaOf(phrase)).toBe(solana)
  await frame.root.getByRole('button', { name: 'Done' }).click()

  const elsewhere = await browser.newContext()
  try {
    const page = await elsewhere.newPage()
    const there = new Host(page, origins.host)
    const other = { context: elsewhere, page, host: there, dialog: new Dialog(page) }
    await there.goto(anybody, withEmail)
    await there.button.click()
    await signInAgain(other, origins.server, email)
    await there.isConnected(address as Hex)
  } finally {
    await elsewhere.close()
  }
})

test('a browser that loses what it kept while an approval shows has the same wallet after one more code', async ({
  site,
  host,
  dialog,
  origins,
  witness,
}) => {
  // A mailbox gets one mail in half a minute.
  test.setTimeout(120_000)
  witness.expect(/status of 429 .*email\/start/)
  const email = newAddress()
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, email)
  const address = (await host.probe('address').textContent()) as Hex
  const answer = host.request('personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  const vault = site.page.frames().find(frame => frame.url().startsWith(origins.vault))
  await vault?.evaluate(wipe)
  // What was there goes on with what it knows, as long as the page is there.
  await frame.approves()
  const { value } = await answer
  expect(value).toMatch(/^0x/)
  await dialog.isClosed()

  await host.reload()
  await host.isDisconnected()
  await host.button.click()
  await signInAgain(site, origins.server, email)
  await host.isConnected(address)
  const again = host.request('personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  await new VaultFrame(site.page).approves()
  expect(await again).toEqual({ value })
})

/** Somebody signs in who was mailed to just before: the next mail is sent as soon as the server lets them. */
async function signInAgain({ page, dialog }: Site, server: string, email: string) {
  const frame = new VaultFrame(page)
  const before = (await mailsFor(email, server)).length
  const isTaken = async () => {
    await frame.address.fill(email)
    await frame.address.press('Enter')
    await dialog.shows('EmailVerifyOtp')
  }
  await expect(isTaken).toPass({ timeout: 60_000 })
  await frame.enters(await codeFor(email, server, before))
}

/** The account of Solana that these words stand for: SLIP-10 at m/44'/501'/0'/0'. */
function solanaOf(phrase: string): string {
  const seed = pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of [44, 501, 0, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(0x80000000 + index, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return base58.encode(ed25519.getPublicKey(node.subarray(0, 32)))
}

/** In the frame: all that the browser kept is gone. */
const wipe = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('latchkit')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
