import type { Dialog } from './dialog.ts'
import { expect, test } from './fixtures.ts'
import { goThrough } from './keys.ts'
import { codeFor } from './mailbox.ts'
import { signIn, VaultFrame, withEmail } from './signIn.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`
const anybody = '?wallets=none'

/** What the focus comes to from the list on, up to the field for an address. */
const toAddress = (dialog: Dialog, frame: VaultFrame) => [
  dialog.button('What is a wallet?'),
  dialog.button('Close'),
  frame.address,
]

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
  await goThrough(page, toAddress(dialog, frame))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  await frame.isThere()
  await expect(frame.code).toBeFocused()
  await page.keyboard.type(await codeFor(email, origins.server))
  // What comes is said to whoever does not see it, and its rows are next.
  await expect(frame.root.getByRole('region', { name: 'What brings' })).toBeFocused()
  const way = (name: string) => frame.root.getByRole('button', { name })
  await goThrough(page, ['Signing in', 'A passkey', 'A recovery code'].map(way))
  await goThrough(page, ['A passkey', 'Signing in'].map(way), 'Shift+Tab')
  // It has been in view for a while.
  const armed = frame.root.locator('.ArmedButton[data-armed]')
  await expect(armed.getByRole('button', { name: 'Signing in' })).toBeFocused()
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
  // The directory has answered.
  await expect(dialog.button(/^All wallets/)).toBeVisible()
  const rows = await dialog.root.locator('[data-wallet]').all()
  const round = [
    ...toAddress(dialog, frame),
    submit,
    ...rows,
    dialog.button(/^All wallets/),
    dialog.button('Get one'),
  ]
  await goThrough(page, round)
  // Backwards one comes into it at its first field as well: nobody tells it from where.
  const back = round.filter(part => part !== submit).reverse()
  await goThrough(page, back.slice(1), 'Shift+Tab')
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
  await goThrough(page, toAddress(dialog, frame))
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
