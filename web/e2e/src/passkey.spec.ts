import type { BrowserContext, Page } from '@playwright/test'
import type { Hex } from 'viem'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import type { Site } from './pairingLink.ts'
import { signInAgain, type VaultFrame, withEmail } from './signIn.ts'

/** Somebody enters the code that was mailed to them. */
async function enters(site: Site, server: string, email: string) {
  await site.host.goto('?wallets=none', withEmail)
  await site.host.button.click()
  return signInAgain(site, server, email)
}

/** Windows of the vault stay, and tell what stood behind the `#` of their addresses. */
async function keepWindows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.close = () => {}
    Object.assign(window, { asked: location.hash })
  })
}

/** The window that opens at a press in the frame. */
async function opened({ page, dialog }: Site, frame: VaultFrame): Promise<Page> {
  await dialog.shows('ApproveTransaction')
  await frame.isThere()
  const opening = page.context().waitForEvent('page')
  await frame.root.getByRole('button', { name: 'Review it' }).click()
  const window = await opening
  await expect(window.getByText(page.url().split('/').slice(0, 3).join('/')).first()).toBeVisible()
  return window
}

/** This window is on a device with passkeys, which says by itself that its owner is there. */
async function withAuthenticator(window: Page): Promise<void> {
  const session = await window.context().newCDPSession(window)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: true,
      defaultBackupEligibility: true,
    },
  })
}

const armed = (window: Page) => window.locator('.ArmedButton[data-armed]').getByRole('button')

test('a passkey brings the wallet back in another browser, and nothing else does', async ({
  site,
  host,
  dialog,
  browser,
  origins,
}) => {
  test.setTimeout(120_000)
  const email = `ada-${crypto.randomUUID()}@example.com`
  await keepWindows(site.context)
  const frame = await enters(site, origins.server, email)
  await frame.chooses('A passkey')
  const window = await opened(site, frame)
  await withAuthenticator(window)
  await armed(window).click()
  await expect(window.getByRole('status')).toContainText('Done')
  await dialog.isClosed()
  const address = (await host.probe('address').textContent()) as Hex

  const context = await browser.newContext()
  try {
    await keepWindows(context)
    const page = await context.newPage()
    const there = new Host(page, origins.host)
    const other = { context, page, host: there, dialog: new Dialog(page) }
    const newFrame = await enters(other, origins.server, email)
    const use = newFrame.root.getByRole('button', { name: 'Use the passkey' })
    await expect(use).toBeVisible()
    await newFrame.isThere()
    await use.click()
    const asking = await opened(other, newFrame)
    // Of one that has no passkey of this wallet nothing comes.
    await withAuthenticator(asking)
    await armed(asking).click()
    await expect(asking.getByRole('alert')).toContainText('No passkey came of it')
    // The device that has it opens the same window.
    const [url, hash] = await asking.evaluate(() => [location.href, Reflect.get(self, 'asked')])
    // As the frame does: a link of anybody else's leads nowhere.
    await window.evaluate(to => {
      history.replaceState(null, '', '/')
      location.assign(to)
    }, `${url}${hash}`)
    await armed(window).click()
    await expect(window.getByRole('status')).toContainText('Done')
    await there.isConnected(address)
  } finally {
    await context.close()
  }
})
