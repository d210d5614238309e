import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { codeFor } from './mailbox.ts'
import { signIn, VaultFrame, withEmail } from './signIn.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`
const anybody = '?wallets=none'

/** Presses a key until something has the focus, at most as often as there is anything to come to. */
const reach = (page: Page, wanted: Locator, key = 'Tab') =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(wanted).toBeFocused({ timeout: 100 })
  }).toPass({ timeout: 8_000, intervals: [0] })

test('whoever signs in by e-mail types and presses keys, and points at nothing', async ({
  page,
  host,
  dialog,
  origins,
}) => {
  const email = newAddress()
  const frame = new VaultFrame(page)
  await host.goto(anybody, withEmail)
  await host.button.focus()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await frame.isThere()
  await reach(page, frame.address)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  await frame.isThere()
  await page.keyboard.type(await codeFor(email, origins.server))
  // What comes is said to whoever does not see it, and its rows are next.
  await expect(frame.root.getByRole('region', { name: 'What brings' })).toBeFocused()
  for (const name of ['Signing in', 'A passkey', 'A recovery code']) {
    await page.keyboard.press('Tab')
    await expect(frame.root.getByRole('button', { name })).toBeFocused()
  }
  const signingIn = { name: 'Signing in' }
  await reach(page, frame.root.getByRole('button', signingIn), 'Shift+Tab')
  // It has been in view for a while.
  const armed = frame.root.locator('.ArmedButton[data-armed]')
  await expect(armed.getByRole('button', signingIn)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.isClosed()
  await expect(host.probe('status')).toHaveText('connected')
})

test('the keyboard goes through the frame where it shows, forwards and backwards', async ({
  page,
  host,
  dialog,
}) => {
  const frame = new VaultFrame(page)
  const submit = frame.root.getByRole('button', { name: 'Continue with e-mail' })
  await host.goto(anybody, withEmail)
  await host.button.focus()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await frame.isThere()
  await expect(dialog.button('Get one')).toBeVisible()
  const rows = await dialog.root.locator('[data-wallet]').all()
  const round = [
    dialog.button('What is a wallet?'),
    dialog.button('Close'),
    frame.address,
    submit,
    ...rows,
    dialog.button(/^All wallets/),
    dialog.button('Get one'),
  ]
  for (const part of round) {
    await page.keyboard.press('Tab')
    await expect(part).toBeFocused()
  }
  // Backwards one comes into it at its first field as well: nobody tells it from where.
  const back = round.filter(part => part !== submit).reverse()
  for (const part of back.slice(1)) {
    await page.keyboard.press('Shift+Tab')
    await expect(part).toBeFocused()
  }
})

test('Escape in the frame closes the dialog, and refuses what was to be approved', async ({
  site,
  page,
  host,
  dialog,
  origins,
}) => {
  const frame = new VaultFrame(page)
  await host.goto(anybody, withEmail)
  await host.button.focus()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await frame.isThere()
  await reach(page, frame.address)
  await page.keyboard.press('Escape')
  await dialog.isClosed()
  await expect(host.button).toBeFocused()

  await page.keyboard.press('Enter')
  await signIn(site, origins.server, newAddress())
  const account = (await host.probe('address').textContent()) ?? ''
  const asked = host.request('personal_sign', ['0x48656c6c6f', account])
  await dialog.shows('ApproveTransaction')
  await expect(frame.root.getByRole('region', { name: 'asks you to sign' })).toBeFocused()
  await page.keyboard.press('Escape')
  expect((await asked).code).toBe(4001)
  await dialog.isClosed()
})
