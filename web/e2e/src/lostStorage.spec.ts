import { type Browser, expect } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { Dialog } from './dialog.ts'
import { test } from './fixtures.ts'
import { Host } from './host.ts'
import type { Origins } from './latchkitDev.ts'
import { codeFor } from './mailbox.ts'
import type { Site } from './pairingLink.ts'
import { signIn, signInAgain, VaultFrame, withEmail } from './signIn.ts'
import { Witness } from './witness.ts'

const message = 'Hello'

/** Somebody in a browser of their own, before the list of the demo page. */
type Visitor = Site & { email: string; origins: Origins; witness: Witness }

/** What the console says: mails are asked for too soon by whoever comes again, and without its key nobody is signed in. */
const usual = /status of (429 .*email\/start|401 .*session\/get)/

async function comes(browser: Browser, origins: Origins): Promise<Visitor> {
  const context = await browser.newContext()
  const witness = new Witness(context, Object.values(origins))
  const page = await context.newPage()
  const host = new Host(page, origins.host)
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const email = `ada-${crypto.randomUUID()}@example.com`
  return { context, page, host, dialog: new Dialog(page), email, origins, witness }
}

/** All that the browser kept for the vault's frame is gone. */
async function loses({ page, origins }: Visitor): Promise<void> {
  const vault = page.frames().find(frame => frame.url().startsWith(origins.vault))
  if (!vault) throw new Error('there is no frame that could lose anything')
  await vault.evaluate(wipe)
}

const addressOf = async ({ host }: Visitor) => (await host.probe('address').textContent()) as Hex

/** The page asks for a signature, which shows. */
async function isAsked({ host, dialog }: Visitor, address: Hex) {
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const answer = host.request('personal_sign', [hex, address])
  await dialog.shows('ApproveTransaction')
  return { answer }
}

/** They approve it, and it is one of their address. */
async function signs(it: Visitor, address: Hex, meanwhile = async () => {}): Promise<void> {
  const { answer } = await isAsked(it, address)
  await meanwhile()
  await new VaultFrame(it.page).approves()
  const signature = (await answer).value as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  await it.dialog.isClosed()
}

/** What somebody does who loses it at some step, up to which all goes on; gives their address. */
const steps: Record<string, (it: Visitor) => Promise<Hex>> = {
  async 'before the address is typed'(it) {
    await expect(new VaultFrame(it.page).address).toBeVisible()
    await loses(it)
    await signIn(it, it.origins.server, it.email)
    const address = await addressOf(it)
    // What was kept since brings them back.
    await it.host.reload()
    await it.host.isConnected(address)
    await loses(it)
    return address
  },
  async 'while the code is awaited'(it) {
    const frame = new VaultFrame(it.page)
    await frame.address.fill(it.email)
    await frame.address.press('Enter')
    await it.dialog.shows('EmailVerifyOtp')
    await loses(it)
    await frame.enters(await codeFor(it.email, it.origins.server))
    await frame.chooses('Signing in')
    await it.dialog.isClosed()
    return addressOf(it)
  },
  async 'while an approval shows'(it) {
    await signIn(it, it.origins.server, it.email)
    const address = await addressOf(it)
    await signs(it, address, () => loses(it))
    return address
  },
  async 'before and after they sign'(it) {
    await signIn(it, it.origins.server, it.email)
    const address = await addressOf(it)
    await loses(it)
    await signs(it, address)
    await loses(it)
    await signs(it, address)
    return address
  },
  async 'before they sign out'(it) {
    await signIn(it, it.origins.server, it.email)
    const address = await addressOf(it)
    await loses(it)
    expect(await it.host.call('disconnect')).toEqual({})
    await it.host.isDisconnected()
    return address
  },
}

test('a browser that loses what it kept, at whichever step, has the same wallet after one more code', async ({
  browser,
  origins,
}) => {
  test.setTimeout(240_000)
  // A mailbox gets one mail in half a minute, in which the others come.
  const here: { when: string; it: Visitor; address: Hex }[] = []
  for (const [when, goes] of Object.entries(steps))
    await test.step(when, async () => {
      const it = await comes(browser, origins)
      here.push({ when, it, address: await goes(it) })
    })
  for (const { when, it, address } of here)
    await test.step(`${when}: comes again`, async () => {
      await it.host.reload()
      await it.host.isDisconnected()
      await it.host.button.click()
      await signInAgain(it, origins.server, it.email)
      await it.host.isConnected(address)
      await signs(it, address)
      expect(it.witness.verdict().filter(line => !usual.test(line))).toEqual([])
      await it.context.close()
    })
})

/** In the frame: it goes while the page is there. */
const wipe = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('latchkit')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
