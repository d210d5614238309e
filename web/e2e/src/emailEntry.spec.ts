import { expect, test } from './fixtures.ts'
import { codeFor } from './mailbox.ts'
import { VaultFrame, withEmail } from './signIn.ts'

const byHost = { ...withEmail, emailEntry: 'host' }
const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

test("signs in by the modal's own fields, after a wrong code, and signs what the frame shows", async ({
  page,
  host,
  dialog,
  origins,
  witness,
}) => {
  witness.expect(/status of 401 .*email\/otp/)
  const email = newAddress()
  await host.goto('?wallets=none', byHost)
  await host.button.click()
  const address = dialog.root.getByRole('textbox', { name: 'E-mail address' })
  await address.fill(email)
  await address.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  const code = dialog.root.getByRole('textbox', { name: 'Code of six digits' })
  const mailed = await codeFor(email, origins.server)
  // Whoever comes to the fields can type, and once more after a wrong code.
  await expect(code).toBeFocused()
  for (const wrong of ['111111', '222222'].filter(it => it !== mailed)) {
    await page.keyboard.type(wrong)
    await expect(dialog.root.getByText('The code is wrong', { exact: false })).toBeVisible()
    await expect(code).toHaveValue('')
    await expect(code).toBeFocused()
  }
  await page.keyboard.type(mailed)
  // What only its owner decides is asked in the frame.
  await new VaultFrame(page).chooses('Signing in')
  await dialog.isClosed()
  await expect(host.probe('status')).toHaveText('connected')
  const account = (await host.probe('address').textContent()) ?? ''

  const signed = host.request('personal_sign', ['0x48656c6c6f', account])
  await dialog.shows('ApproveTransaction')
  await new VaultFrame(page).approves()
  expect(await signed).toEqual({ value: expect.stringMatching(/^0x/) })
  await host.reload()
  await host.isConnected(account)
})

test('who asks for another mail too soon is told how long to wait, and may go back', async ({
  host,
  dialog,
  witness,
}) => {
  witness.expect(/status of 429 .*email\/start/)
  await host.goto('?wallets=none', byHost)
  await host.button.click()
  const address = dialog.root.getByRole('textbox', { name: 'E-mail address' })
  await address.fill(newAddress())
  await address.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  await expect(dialog.root.getByText(/You can ask for another in \d+ s/)).toBeVisible()
  await dialog.back()
  await dialog.shows('Connect')
  await address.press('Enter')
  await expect(dialog.root.getByText(/^Please try again after \d+ seconds/)).toBeVisible()
})
