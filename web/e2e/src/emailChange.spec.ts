import { expect, test } from './fixtures.ts'
import { codeFor, mailsFor } from './mailbox.ts'
import { signIn, withEmail } from './signIn.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

test('another address takes a code to the old one and one to the new, and signs in to the same wallet', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  test.slow()
  const [before, after] = [newAddress(), newAddress()]
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, before)
  const address = (await host.probe('address').textContent()) ?? ''
  const count = (await mailsFor(before, origins.server)).length

  await host.call('open', { view: 'AccountSettings' })
  await dialog.button(new RegExp(before)).click()
  await dialog.shows('UpdateEmailWallet')
  const field = frame.root.getByRole('textbox', { name: 'New e-mail address' })
  await field.fill(after)
  await field.press('Enter')
  await dialog.shows('UpdateEmailPrimaryOtp')
  await expect(frame.root.getByText(after, { exact: false })).toBeVisible()
  await frame.enters(await codeFor(before, origins.server, count))
  await dialog.shows('UpdateEmailSecondaryOtp')
  await frame.enters(await codeFor(after, origins.server))
  await dialog.shows('AccountSettings')
  await expect(dialog.button(new RegExp(after))).toBeVisible()
  await dialog.close()
  expect((await mailsFor(before, origins.server))[0]?.text).toContain('/u/')

  await host.call('disconnect')
  await host.isDisconnected()
  await host.button.click()
  await signIn(site, origins.server, after)
  await host.isConnected(address)
})

test('what is no other address is refused, and whoever turns back has the one of before', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  const email = newAddress()
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, email)
  await host.call('open', { view: 'AccountSettings' })
  await dialog.button(new RegExp(email)).click()
  const field = frame.root.getByRole('textbox', { name: 'New e-mail address' })
  await field.fill(email)
  await field.press('Enter')
  await expect(frame.root.getByText('You already sign in with this address.')).toBeVisible()
  await dialog.back()
  await dialog.shows('AccountSettings')
  await expect(dialog.button(new RegExp(email))).toBeVisible()
})

test('signs on the network that the site has gone to', async ({ site, host, dialog, origins }) => {
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  const address = await host.probe('address').textContent()
  expect(await host.request('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toEqual({
    value: null,
  })
  await expect(host.probe('chain-id')).toHaveText('1')
  const signed = host.request('personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  await expect(frame.root.getByText('Ethereum', { exact: true })).toBeVisible()
  await frame.approves()
  expect(await signed).toMatchObject({ value: expect.stringMatching(/^0x/) })
})
