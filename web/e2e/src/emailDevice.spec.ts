import type { BrowserContext, Page } from '@playwright/test'
import { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { Host } from './host.ts'
import type { Dev } from './latchkitDev.ts'
import { codeFor, mailsFor } from './mailbox.ts'
import { asksAgain, signIn, VaultFrame } from './signIn.ts'
import { listen, stepsOf } from './tracked.ts'
import { Witness } from './witness.ts'

const anybody = '?wallets=none'
const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

/** Makes a project by whose rules a new browser is let in by a mailed link, or needs none; gives its id. */
const projectWith = (dev: Dev, approval: 'on' | 'off') => {
  const rules = ['--feature', 'social_login=email', '--analytics', 'on']
  return dev.project('create', '--name', 'Shop', ...rules, '--device-approval', approval)
}

/** The person opens the link of their newest mail. */
async function opensLink(context: BrowserContext, server: string, email: string): Promise<Page> {
  const mailbox = await context.newPage()
  const mail = mailbox
    .locator('article')
    .filter({ hasText: `to ${email},` })
    .first()
  await mailbox.goto(`${server}/dev/mailbox`)
  await mail.getByRole('link').click()
  await expect(mailbox.getByText('Somebody wants to sign in to Shop.')).toBeVisible()
  return mailbox
}

/** What the page behind the link says once it has an answer. */
const saidBy = (page: Page) => page.getByRole('heading')

/** The buttons by which it asks for the number. */
const numbers = (page: Page) => page.getByRole('button', { name: /^The site shows / })

test('a new browser of somebody with a wallet is let in by the mailed link, and has the same address', async ({
  site,
  host,
  browser,
  dev,
  origins,
}) => {
  // A mailbox gets one mail in half a minute.
  test.setTimeout(90_000)
  const email = newAddress()
  const projectId = await projectWith(dev, 'off')
  await host.goto(anybody, { projectId })
  await host.button.click()
  await signIn(site, origins.server, email)
  const address = (await host.probe('address').textContent()) ?? ''
  await dev.project('set', projectId, '--device-approval', 'on')

  const context = await browser.newContext()
  const witness = new Witness(context, Object.values(origins))
  try {
    const page = await context.newPage()
    const dialog = new Dialog(page)
    const there = new Host(page, origins.host)
    const heard = listen(page, origins.server)
    await there.goto(anybody, { projectId })
    await there.button.click()
    const frame = await asksAgain(
      { context, page, host: there, dialog },
      email,
      'EmailVerifyDevice',
    )
    await expect(frame.root.getByText('Waiting for you to follow it…')).toBeVisible()
    const number = await frame.root.locator('.number bdi').textContent()
    // In the browser that they have used before.
    const mailed = await opensLink(site.context, origins.server, email)
    await expect(mailed.getByText(host.origin)).toBeVisible()
    await expect(numbers(mailed)).toHaveCount(3)
    const before = (await mailsFor(email, origins.server)).length
    await mailed.getByRole('button', { name: `The site shows ${number}`, exact: true }).click()
    await expect(saidBy(mailed)).toHaveText('Go on where you came from')

    await dialog.shows('EmailVerifyOtp')
    await frame.enters(await codeFor(email, origins.server, before))
    await dialog.isClosed()
    await there.isConnected(address)
    await expect
      .poll(() => stepsOf(heard))
      .toEqual([
        { event: 'EMAIL_LOGIN_SELECTED' },
        { event: 'EMAIL_SUBMITTED' },
        { event: 'DEVICE_REGISTERED_FOR_EMAIL' },
        { event: 'EMAIL_VERIFICATION_CODE_SENT' },
        { event: 'EMAIL_VERIFICATION_CODE_PASS' },
        { event: 'CONNECT_SUCCESS', properties: { method: 'email', name: 'E-mail' } },
      ])
    // A mailbox gets one mail in half a minute.
    const tooSoon = /status of 429 .*email\/start/
    expect(witness.verdict().filter(line => !tooSoon.test(line))).toEqual([])
  } finally {
    await context.close()
  }
})

for (const [answer, press] of [
  [
    'with another number',
    async (mailed: Page, number: string) => {
      const others = numbers(mailed).filter({ hasNotText: number })
      await others.first().click()
    },
  ],
  [
    'that it was not them',
    (mailed: Page) => mailed.getByRole('button', { name: 'It is not me' }).click(),
  ],
] as const)
  test(`who answers the mail ${answer} lets nobody in, and the dialog says so`, async ({
    page,
    host,
    dialog,
    dev,
    origins,
    witness,
  }) => {
    witness.expect(/status of 403 .*\/m\//, /status of 410 .*email\/device/)
    const email = newAddress()
    await host.goto(anybody, { projectId: await projectWith(dev, 'on') })
    await host.button.click()
    const frame = new VaultFrame(page)
    await frame.address.fill(email)
    await frame.address.press('Enter')
    await dialog.shows('EmailVerifyDevice')
    const number = (await frame.root.locator('.number bdi').textContent()) ?? ''
    const mailed = await opensLink(page.context(), origins.server, email)
    await press(mailed, number)
    await expect(saidBy(mailed)).toHaveText('Nobody was let in')
    // What stands behind another page takes no press.
    await mailed.close()

    const told = frame.root.getByRole('alert')
    await expect(told).toContainText('Nobody was signed in')
    await expect(told).toContainText(
      'The mail was answered with another number, or that it was not you.',
    )
    await expect(frame.root.getByText(number, { exact: true })).toHaveCount(0)
    await expect(frame.root.getByRole('button', { name: 'Send another' })).toBeVisible()
    // No code was mailed.
    expect(await mailsFor(email, origins.server)).toHaveLength(1)
    await dialog.back()
    await dialog.shows('Connect')
    await expect(frame.address).toHaveValue(email)
    await host.isDisconnected()
  })

test("the modal's own fields wait for the link, too", async ({
  page,
  host,
  dialog,
  dev,
  origins,
  witness,
}) => {
  witness.expect(/status of 403 .*\/m\//, /status of 410 .*email\/device/)
  const [refused, followed] = [newAddress(), newAddress()]
  const projectId = await projectWith(dev, 'on')
  const heard = listen(page, origins.server)
  const enters = async (email: string) => {
    const address = dialog.root.getByRole('textbox', { name: 'E-mail address' })
    await address.fill(email)
    await address.press('Enter')
    await dialog.shows('EmailVerifyDevice')
    return opensLink(page.context(), origins.server, email)
  }
  await host.goto(anybody, { projectId, emailEntry: 'host' })
  await host.button.click()
  const mailed = await enters(refused)
  await mailed.getByRole('button', { name: 'It is not me' }).click()
  await expect(saidBy(mailed)).toHaveText('Nobody was let in')
  await mailed.close()
  await expect(dialog.root.getByText('This is over. Go back, and begin again.')).toBeVisible()
  await expect(dialog.root.locator('.number')).toHaveCount(0)
  await dialog.back()
  await dialog.shows('Connect')

  const again = await enters(followed)
  const number = await dialog.root.locator('.number bdi').textContent()
  await again.getByRole('button', { name: `The site shows ${number}`, exact: true }).click()
  await expect(saidBy(again)).toHaveText('Go on where you came from')
  // What stands behind another page takes no press.
  await again.close()
  await dialog.shows('EmailVerifyOtp')
  const code = dialog.root.getByRole('textbox', { name: 'Code of six digits' })
  await expect(code).toBeFocused()
  await page.keyboard.type(await codeFor(followed, origins.server, 1))
  await new VaultFrame(page).chooses('Signing in')
  await dialog.isClosed()
  await expect(host.probe('status')).toHaveText('connected')
  const registered = stepsOf(heard).filter(({ event }) => event === 'DEVICE_REGISTERED_FOR_EMAIL')
  expect(registered).toHaveLength(1)
})
