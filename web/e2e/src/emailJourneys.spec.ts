import { expect, test } from './fixtures.ts'
import { holdBack } from './holdBack.ts'
import { signIn, withEmail } from './signIn.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`
const onTwo = '?wallets=none&networks=solana'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const hello = '0x48656c6c6f'

test('the site and the dialog say who signed in', async ({ site, host, dialog, origins }) => {
  const email = newAddress()
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  await signIn(site, origins.server, email)
  const told = await site.page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    const { identifier, name } = getLatchkit().getWalletInfo()
    return { ...getLatchkit().getAccount().user, identifier, name }
  })
  expect(told).toEqual({ email, identifier: 'AUTH', name: 'E-mail' })
  await host.button.click()
  await dialog.shows('Account')
  await dialog.button('Account settings').click()
  await dialog.shows('AccountSettings')
  await expect(dialog.button(new RegExp(email))).toBeVisible()
})

test('signs again after a request that was closed or refused', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  const address = await host.probe('address').textContent()
  const asked = async () => {
    const signed = host.request('personal_sign', [hello, address])
    await dialog.shows('ApproveTransaction')
    return { signed }
  }
  const closed = await asked()
  await dialog.close()
  expect(await closed.signed).toEqual({ code: 4001 })
  const refused = await asked()
  await frame.refuses()
  expect(await refused.signed).toEqual({ code: 4001 })
  const approved = await asked()
  await frame.approves()
  expect(await approved.signed).toEqual({ value: expect.stringMatching(/^0x/) })
})

test('goes to another network in the dialog, and to the account there, and signs on each', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  test.slow()
  await host.goto(onTwo, withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, newAddress())
  const address = (await host.probe('address').textContent()) ?? ''
  await expect(host.probe('status-solana')).toHaveText('connected')
  const goesTo = async (chain: string, name: string) => {
    await host.button.click()
    await dialog.shows('Account')
    await dialog.button(/^Network: /).click()
    await dialog.networkRow(chain).click()
    await expect(dialog.button(`Network: ${name}`)).toBeVisible()
    await dialog.close()
  }
  const signsOn = async (network: string) => {
    const signed = host.request('personal_sign', [hello, address])
    await dialog.shows('ApproveTransaction')
    await expect(frame.root.getByText(network, { exact: true })).toBeVisible()
    await frame.approves()
    expect(await signed).toEqual({ value: expect.stringMatching(/^0x/) })
    await dialog.isClosed()
  }
  await goesTo('eip155:1', 'Ethereum')
  await host.isConnected(address, '1')
  await signsOn('Ethereum')

  await goesTo(solana, 'Solana')
  await host.probe('sign-solana').click()
  await dialog.shows('ApproveTransaction')
  await frame.approves()
  await expect(host.probe('verified-solana')).toHaveText('Verified')
  await dialog.isClosed()

  await goesTo('eip155:31337', 'Localhost')
  await host.isConnected(address)
  await signsOn('Localhost')
})

test('a reload says that who signed in comes back, until they are', async ({
  site,
  host,
  dialog,
  origins,
}) => {
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  await signIn(site, origins.server, newAddress())
  const address = (await host.probe('address').textContent()) ?? ''
  const release = await holdBack(site.page, `${origins.vault}/frame**`)
  await host.reload()
  await expect(host.probe('status')).toHaveText('connecting')
  await expect(host.button).toContainText(`${address.slice(0, 6)}…${address.slice(-6)}`)
  await host.button.click()
  await dialog.shows('Account')
  await expect(dialog.root.getByText('Reconnecting', { exact: false }).first()).toBeVisible()
  await dialog.close()
  release()
  await host.isConnected(address)
})

test('with enableReconnect: false a reload brings nobody back', async ({
  site,
  host,
  origins,
  witness,
}) => {
  await host.goto('?wallets=none', { ...withEmail, enableReconnect: false })
  await host.button.click()
  await signIn(site, origins.server, newAddress())
  await expect(host.probe('status')).toHaveText('connected')
  const frames = () => witness.requested.filter(url => url.startsWith(`${origins.vault}/frame`))
  const before = frames().length
  await host.reload()
  await host.isDisconnected()
  expect(frames()).toHaveLength(before)
})
