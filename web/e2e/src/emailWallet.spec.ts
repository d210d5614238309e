import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { accounts, type Chain } from './chain.ts'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import type { Site } from './pairingLink.ts'
import { signIn, signInAgain, VaultFrame, withEmail } from './signIn.ts'
import { secretsOf } from './walletSecrets.ts'

const anybody = '?wallets=none&networks=solana'
const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

/** Somebody new has one of the currency of the local chain, and the page wants a tenth of it sent. */
async function asksToSend(site: Site, server: string, chain: Chain, to: Hex) {
  const { host, dialog } = site
  await host.goto(anybody, withEmail)
  await host.button.click()
  const frame = await signIn(site, server, newAddress())
  const from = (await host.probe('address').textContent()) as Hex
  await chain.fund(from, 10n ** 18n)
  const sent = host.request('eth_sendTransaction', [{ from, to, value: '0x16345785d8a0000' }])
  await dialog.shows('ApproveTransaction')
  return { frame, from, sent }
}

test('sends on the local chain what was approved', async ({ site, dialog, origins, chain }) => {
  test.slow()
  const [, to] = accounts
  const before = await chain.balanceOf(to)
  const { frame, sent } = await asksToSend(site, origins.server, chain, to)
  await expect(frame.root.getByText('0.1', { exact: false }).first()).toBeVisible()
  // The node has tried it, and says what there is.
  await expect(frame.root.locator('[data-act="give"]')).toHaveText(
    /^You give\s*Amount\s*0\.1\sETH$/,
  )
  await expect(frame.root.getByText('You have')).toBeVisible()
  await frame.approves()
  const { value } = await sent
  const isDone = async () =>
    expect(await chain.receiptOf(value as Hex)).toMatchObject({ status: 'success' })
  await expect(isDone).toPass()
  expect(await chain.balanceOf(to)).toBe(before + 10n ** 17n)
  await dialog.isClosed()
})

test('what the node does not take is told to the page and to the person, and was not sent', async ({
  site,
  dialog,
  origins,
  chain,
}) => {
  const [, , to] = accounts
  const before = await chain.balanceOf(to)
  const { frame, from, sent } = await asksToSend(site, origins.server, chain, to)
  await expect(frame.root.getByText('You have')).toBeVisible()
  // It is spent elsewhere in the meantime.
  await chain.fund(from, 0n)
  await frame.approves()
  expect(await sent).toEqual({ code: -32003 })
  await expect(dialog.root.getByText('It was not sent, as far as we know')).toBeVisible()
  expect(await chain.balanceOf(to)).toBe(before)
})

test('what nodes do not do for it is refused, and logged where the page asks for that', async ({
  site,
  host,
  origins,
  witness,
}) => {
  witness.expect(/\[latchkit\] .*"code":4200/)
  await host.goto(anybody, { ...withEmail, enableAuthLogger: true })
  await host.button.click()
  await signIn(site, origins.server, newAddress())
  const refused = await host.request('eth_newFilter', [{}])
  expect(refused).toEqual({ code: 4200 })
  const vault = site.page.frames().find(frame => frame.url().startsWith(origins.vault))
  const log = await vault?.evaluate(() => Reflect.get(window, 'latchkitLog'))
  expect(log).toEqual([expect.stringContaining('Requested RPC call is not allowed')])
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
  const phrase = await new VaultFrame(site.page).words()
  expect(mnemonicToAccount(phrase).address).toBe(address)
  expect(solanaOf(phrase)).toBe(solana)

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

/** The account of Solana that these words stand for: SLIP-10 at m/44'/501'/0'/0'. */
function solanaOf(phrase: string): string {
  return base58.encode(ed25519.getPublicKey(secretsOf(phrase).solanaKey))
}
