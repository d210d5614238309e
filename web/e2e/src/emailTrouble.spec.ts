import { expect, test } from './fixtures.ts'
import { signIn, VaultFrame, withEmail } from './signIn.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

test('a frame that does not load is told of, and tried again by a press', async ({
  page,
  host,
  dialog,
  origins,
  witness,
}) => {
  test.setTimeout(90_000)
  witness.expect(/iframe_load_failed: /)
  const frames = `${origins.vault}/frame**`
  await page.route(frames, route => route.abort())
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const again = dialog.button('Try again')
  await expect(again).toBeVisible({ timeout: 40_000 })
  await expect(dialog.root.getByText('This did not load')).toBeVisible()
  await page.unroute(frames)
  await again.click()
  await expect(new VaultFrame(page).address).toBeVisible()
})

test('a frame that does not answer in time ends the request, and signs what comes next', async ({
  site,
  page,
  host,
  dialog,
  origins,
  witness,
}) => {
  test.setTimeout(90_000)
  witness.expect(/iframe_request_timeout: the frame at http/)
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  const address = await host.probe('address').textContent()
  const calls = `${origins.vault}/v1**`
  await page.route(calls, () => undefined)
  expect(await host.request('eth_blockNumber')).toEqual({ code: -32603 })
  await page.unroute(calls)
  const signed = host.request('personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  await frame.approves()
  expect(await signed).toEqual({ value: expect.stringMatching(/^0x/) })
})
