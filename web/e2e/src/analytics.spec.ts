import { connected } from './connected.ts'
import { expect, test } from './fixtures.ts'
import { codeFor } from './mailbox.ts'
import { VaultFrame, withEmail } from './signIn.ts'
import { listen, stepsOf } from './tracked.ts'

/** What a visitor did who connected and disconnected, whatever came first within a turn. */
const journey = [
  'CONNECT_SUCCESS',
  'DISCONNECT_SUCCESS',
  'INITIALIZE',
  'MODAL_CLOSE',
  'MODAL_CLOSE',
  'MODAL_OPEN',
  'MODAL_OPEN',
  'SELECT_WALLET',
]

test('what happens is told to the server, without the query of the page', async ({
  host,
  dialog,
  wallet,
  page,
  origins,
}) => {
  const heard = listen(page, origins.server)
  await connected({ host, dialog, wallet }, '?secret=1#part')
  await host.button.click()
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  await expect.poll(() => heard.names()).toEqual(journey)
  for (const { url, domain, props } of heard.tracked) {
    expect(url).toBe(`${host.origin}/`)
    expect(domain).toBe('localhost')
    expect(props).not.toHaveProperty('address')
    if (props.event === 'INITIALIZE')
      expect(props.properties).toMatchObject({
        options: { networks: ['eip155:31337', 'eip155:1'] },
      })
  }
  await expect.poll(() => heard.answers.length).toBe(heard.tracked.length)
  expect(heard.answers.filter(answer => !answer.ok())).toEqual([])
})

test('the host can switch it off', async ({ host, dialog, wallet, page, origins }) => {
  const heard = listen(page, origins.server)
  await connected({ host, dialog, wallet }, '', { features: { analytics: false } })
  await host.button.click()
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  expect(heard.tracked).toEqual([])
})

test('a browser that asks for privacy is not counted', async ({
  host,
  dialog,
  wallet,
  page,
  origins,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  const heard = listen(page, origins.server)
  await connected({ host, dialog, wallet })
  await host.button.click()
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  expect(heard.tracked).toEqual([])
})

test('how far somebody is who signs in by e-mail is told in its order', async ({
  host,
  dialog,
  page,
  origins,
  witness,
}) => {
  witness.expect(/status of 401 .*email\/otp/)
  const heard = listen(page, origins.server)
  const email = `ada-${crypto.randomUUID()}@example.com`
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = new VaultFrame(page)
  await frame.address.fill(email)
  await frame.address.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  const code = await codeFor(email, origins.server)
  await frame.enters(code === '111111' ? '222222' : '111111')
  await expect(frame.root.getByRole('alert')).toBeVisible()
  await frame.enters(code)
  await frame.chooses('Signing in')
  await dialog.isClosed()
  await expect
    .poll(() => stepsOf(heard))
    .toEqual([
      { event: 'EMAIL_LOGIN_SELECTED' },
      { event: 'EMAIL_SUBMITTED' },
      { event: 'EMAIL_VERIFICATION_CODE_SENT' },
      { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message: 'refused' } },
      { event: 'EMAIL_VERIFICATION_CODE_PASS' },
      { event: 'CONNECT_SUCCESS', properties: { method: 'email', name: 'E-mail' } },
    ])
})
