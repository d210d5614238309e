import { createWalletClient, type Hex, http } from 'viem'
import { anvil } from 'viem/chains'
import {
  approvedFor,
  approves,
  asksToSign,
  connected,
  expect,
  first,
  isSigned,
  local,
  mainnet,
  second,
  signs,
  test,
} from './otherMaker.ts'
import { chooseWalletConnect, copyLink } from './pairingLink.ts'

const week = 7 * 24 * 60 * 60 * 1000
const refusal = { code: 5000, message: 'User rejected.' }

test('another maker’s wallet connects, signs, refuses, sends, and leaves', async ({
  site,
  js,
  chain,
  origins,
}) => {
  const { host } = site
  await host.goto()
  await js.pair(await chooseWalletConnect(site))
  const proposal = await js.next('session_proposal')
  expect(proposal.params.proposer.metadata).toMatchObject({ url: host.origin })
  expect(proposal.params.requiredNamespaces).toEqual({})
  expect(proposal.params.optionalNamespaces.eip155?.chains).toEqual([local, mainnet])
  await expect(site.dialog.heading).toHaveText(/^Continue in /)
  const topic = await js.approve(proposal.id, approvedFor(first))
  await host.isConnected(first.address)

  await asksToSign(site)
  await signs(js, await js.next('session_request'))
  await isSigned(site)

  await asksToSign(site)
  await js.refuse(await js.next('session_request'), refusal)
  await expect(host.probe('error')).toHaveAttribute('data-code', `${refusal.code}`)

  await host.probe('send').click()
  const asked = await js.next('session_request')
  expect(asked.params).toMatchObject({
    chainId: local,
    request: { method: 'eth_sendTransaction' },
  })
  const [{ to, value }] = asked.params.request.params as [{ to: Hex; value: Hex }]
  const node = createWalletClient({
    account: first,
    chain: anvil,
    transport: http(`${origins.server}/dev/rpc`),
  })
  await js.respond(asked, await node.sendTransaction({ to, value: BigInt(value) }))
  await expect(host.probe('hash')).toHaveText(/^0x[0-9a-f]{64}$/)
  await expect(host.probe('receipt')).toHaveText(/^In block \d+$/)
  const hash = (await host.probe('hash').textContent()) as Hex
  expect((await chain.receiptOf(hash)).status).toBe('success')

  await js.disconnect(topic)
  await host.isDisconnected()
})

test('who refuses is asked anew with another code, and hears when the page leaves', async ({
  site,
  js,
}) => {
  const { host, dialog } = site
  await host.goto()
  const link = await chooseWalletConnect(site)
  await js.pair(link)
  await js.reject((await js.next('session_proposal')).id, refusal)
  await expect(dialog.heading).toHaveText('Connection declined')
  await dialog.button('Try again').click()
  const another = await copyLink(site)
  expect(another).not.toBe(link)
  const topic = await approves(js, another)
  await host.isConnected(first.address)

  await host.button.click()
  await dialog.button('Disconnect').click()
  await host.isDisconnected()
  expect((await js.next('session_delete')).topic).toBe(topic)
  expect(await js.sessions()).toEqual([])
})

test('what the wallet changes is seen on the page', async ({ site, js }) => {
  const { host } = site
  const topic = await connected(site, js)
  await js.emit(topic, mainnet, 'chainChanged', 1)
  await host.isConnected(first.address, '1')
  await asksToSign(site)
  const asked = await js.next('session_request')
  expect(asked.params.chainId).toBe(mainnet)
  await signs(js, asked)
  await isSigned(site)

  await js.update(topic, approvedFor(second))
  await host.isConnected(second.address, '1')
  await js.extend(topic)
  await js.ping(topic)
  await host.reload()
  await host.isConnected(second.address, '1')
})

test('the page switches networks without a word to the wallet', async ({ site, js }) => {
  const { host, dialog } = site
  await connected(site, js)
  await host.call('open', { view: 'Networks' })
  await dialog.networkRow(mainnet).click()
  await host.isConnected(first.address, '1')
  await asksToSign(site)
  const asked = await js.next('session_request')
  expect(asked.params.chainId).toBe(mainnet)
  await signs(js, asked)
  await isSigned(site)
})

test('either side goes away and comes back, and nothing is lost', async ({ site, js }) => {
  test.slow()
  const { host, context } = site
  const topic = await connected(site, js)
  await host.reload()
  await host.isConnected(first.address)

  await js.close()
  await asksToSign(site)
  await js.open()
  const asked = await js.next('session_request')
  // Now the page is away, and its answer waits.
  await context.setOffline(true)
  await signs(js, asked)
  await expect(host.probe('signature')).toBeEmpty()
  await context.setOffline(false)
  await isSigned(site)

  await js.close()
  await host.reload()
  await host.isConnected(first.address)
  await js.open()
  await js.disconnect(topic)
  await host.isDisconnected()
})

test('a code expires, a request, and in the end the session', async ({ site, js }) => {
  const { page, host, dialog } = site
  await page.clock.install()
  await host.goto()
  const link = await chooseWalletConnect(site)
  await page.clock.fastForward(301_000)
  await expect(dialog.root).toContainText('This code has expired')
  await dialog.button('New code').click()
  const another = await copyLink(site)
  expect(another).not.toBe(link)
  await approves(js, another)
  await host.isConnected(first.address)

  await asksToSign(site)
  await js.next('session_request')
  await page.clock.fastForward(301_000)
  await expect(host.probe('error')).toHaveAttribute('data-code', '-32603')
  await host.isConnected(first.address)
  await page.clock.fastForward(week)
  await host.isDisconnected()
})
