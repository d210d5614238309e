import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { base58 } from '@scure/base'
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
  signs,
  test,
} from './otherMaker.ts'
import { chooseWalletConnect } from './pairingLink.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('a wallet without the network in use is connected on one it has', async ({ site, js }) => {
  const { host, dialog } = site
  await host.goto()
  await approves(js, await chooseWalletConnect(site), approvedFor(first, [mainnet]))
  await host.isConnected(first.address, '1')
  await host.call('open', { view: 'Networks' })
  await expect(dialog.networkRow(mainnet)).toBeEnabled()
  await expect(dialog.networkRow(local)).toBeDisabled()
  await expect(dialog.networkRow(local)).toContainText('Not offered by wallet')
  await dialog.close()
  await host.reload()
  await host.isConnected(first.address, '1')
})

test('the site’s own code switches, too, and the last network survives a reload', async ({
  site,
  js,
  chain,
}) => {
  const { host, dialog } = site
  await connected(site, js)
  expect(await host.call('switchNetwork', mainnet)).toEqual({})
  await host.isConnected(first.address, '1')
  await host.reload()
  await host.isConnected(first.address, '1')
  expect(await host.call('switchNetwork', local)).toEqual({})
  await host.isConnected(first.address)
  await host.button.click()
  await expect(dialog.root).toContainText(await chain.shownBalanceOf(first.address))
  await dialog.close()
  await asksToSign(site)
  const asked = await js.next('session_request')
  expect(asked.params.chainId).toBe(local)
  await signs(js, asked)
  await isSigned(site)
})

test('a wallet that goes to a network the site has not is on the wrong one, and comes back', async ({
  site,
  js,
}) => {
  const { host, dialog } = site
  const topic = await connected(site, js)
  const elsewhere = 'eip155:999'
  await js.update(topic, approvedFor(first, [local, mainnet, elsewhere]))
  await js.emit(topic, elsewhere, 'chainChanged', 999)
  await expect(host.button).toHaveText('Wrong network')
  await host.button.click()
  await dialog.shows('UnsupportedChain')
  await dialog.networkRow(local).click()
  await dialog.isClosed()
  await host.isConnected(first.address)
})

test('the site’s own code ends the session; when the wallet does, the dialog closes', async ({
  site,
  js,
}) => {
  const { host, dialog } = site
  const topic = await connected(site, js)
  expect(await host.call('disconnect')).toEqual({})
  await host.isDisconnected()
  expect((await js.next('session_delete')).topic).toBe(topic)

  const again = await approves(js, await chooseWalletConnect(site))
  await host.isConnected(first.address)
  await host.button.click()
  await dialog.shows('Account')
  await js.disconnect(again)
  await dialog.isClosed()
  await host.isDisconnected()
})

test('one session serves two kinds of network, and ends for both', async ({ site, js }) => {
  const { host, dialog } = site
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  await host.goto('?networks=solana')
  const link = await chooseWalletConnect(site)
  const topic = await approves(js, link, {
    ...approvedFor(first),
    solana: { accounts: [`${solana}:${address}`], methods: ['solana_signMessage'], events: [] },
  })
  const areConnected = async () => {
    await host.isConnected(first.address)
    await expect(host.probe('status-solana')).toHaveText('connected')
    await expect(host.probe('address-solana')).toHaveText(address)
  }
  await areConnected()
  await host.reload()
  await areConnected()

  await host.probe('sign-solana').click()
  const asked = await js.next('session_request')
  expect(asked.params.chainId).toBe(solana)
  await js.respond(asked, { signature: signedOnSolana(asked.params.request.params, privateKey) })
  await expect(host.probe('verified-solana')).toHaveText('Verified')
  await asksToSign(site)
  await signs(js, await js.next('session_request'))
  await isSigned(site)

  await host.button.click()
  await dialog.button('Account settings').click()
  await dialog.button(/^Disconnect Solana/).click()
  await host.isDisconnected()
  await expect(host.probe('status-solana')).toHaveText('disconnected')
  expect((await js.next('session_delete')).topic).toBe(topic)
})

function signedOnSolana(params: unknown, key: KeyObject): string {
  const { message } = params as { readonly message: string }
  return base58.encode(sign(null, base58.decode(message), key))
}
