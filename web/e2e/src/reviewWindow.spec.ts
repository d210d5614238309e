import type { Locator, Page } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expect, test as onSite } from './fixtures.ts'
import { Host } from './host.ts'
import type { Site } from './pairingLink.ts'
import { serveWithPolicies } from './policySite.ts'
import { signIn, withEmail } from './signIn.ts'

/** The demo page under a name that its operator does not trust with what is approved. */
const test = onSite.extend<{ host: Host }>({
  host: async ({ page, origins, witness }, give) => {
    const site = await serveWithPolicies(origins.host)
    witness.allow(site.origin)
    await give(new Host(page, site.origin))
    await site.stop()
  },
})

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`
const text = 'Hello'

/** Somebody signs in, and the page asks for a signature. */
async function asked(site: Site, server: string, policy = '') {
  const { host, dialog } = site
  await host.goto(policy ? `${policy}&wallets=none` : '?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, server, newAddress())
  const address = (await host.probe('address').textContent()) as Hex
  const message: Hex = `0x${Buffer.from(text).toString('hex')}`
  const answer = host.request('personal_sign', [message, address])
  await dialog.shows('ApproveTransaction')
  return { frame, address, answer }
}

type Asked = Awaited<ReturnType<typeof asked>>

/** The window that opens at a press in the frame. */
async function opened({ page }: Site, { frame }: Asked): Promise<Page> {
  await frame.isThere()
  const opening = page.context().waitForEvent('page')
  await frame.root.getByRole('button', { name: 'Review it' }).click()
  return opening
}

/** The window may have gone before the click has come back from it. */
const decides = (window: Page, button: Locator) =>
  button.click().catch(error => {
    if (!window.isClosed()) throw error
  })

const approves = (window: Page) => decides(window, armed(window))

const armed = (window: Page) => window.locator('.ArmedButton[data-armed]').getByRole('button')

test('on a page that is not trusted it is approved in a window, whatever the page says of windows', async ({
  site,
  dialog,
  origins,
}) => {
  test.slow()
  for (const policy of ['', '?policy=same-origin']) {
    const it = await asked(site, origins.server, policy)
    await expect(it.frame.root.locator('.ArmedButton')).toHaveCount(0)
    const window = await opened(site, it)
    await expect(window.getByText(text, { exact: true })).toBeVisible()
    await expect(window.getByText(site.host.origin).first()).toBeVisible()
    expect(await window.evaluate(() => [opener, location.hash])).toEqual([null, ''])
    await approves(window)
    const { value } = await it.answer
    const signed = { address: it.address, message: text, signature: value as Hex }
    expect(await verifyMessage(signed)).toBe(true)
    await dialog.isClosed()
    await expect.poll(() => window.isClosed()).toBe(true)
    await site.host.call('disconnect')
  }
})

test('what is refused in the window is refused', async ({ site, origins }) => {
  const it = await asked(site, origins.server)
  const window = await opened(site, it)
  await expect(armed(window)).toBeVisible()
  await decides(window, window.getByRole('button', { name: 'Reject' }))
  expect(await it.answer).toMatchObject({ code: 4001 })
})

test('a window that was closed is opened again, and one of before is over', async ({
  site,
  origins,
}) => {
  const it = await asked(site, origins.server)
  const first = await opened(site, it)
  await expect(armed(first)).toBeVisible()
  await expect(it.frame.root.getByText('Decide there')).toBeVisible()
  await first.reload()
  await expect(first.getByText('This can be decided no more')).toBeVisible()
  await first.close()
  const opening = site.page.context().waitForEvent('page')
  await it.frame.root.getByRole('button', { name: 'Open again' }).click()
  await approves(await opening)
  expect(await it.answer).toMatchObject({ value: expect.stringMatching(/^0x/) })
})

test('the words of the wallet show once that was approved in the window', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  await host.call('open', { view: 'AccountSettings' })
  await dialog.button(/^Wallet settings/).click()
  await frame.wantsWords()
  await dialog.shows('ApproveTransaction')
  await frame.isThere()
  const opening = site.page.context().waitForEvent('page')
  await frame.root.getByRole('button', { name: 'Review it' }).click()
  const window = await opening
  await expect(window.getByText('Show your recovery words?')).toBeVisible()
  await approves(window)
  await dialog.shows('WalletSettings')
  await expect(frame.root.getByRole('button', { name: 'Hold to show' })).toBeVisible()
  await dialog.close()
})
