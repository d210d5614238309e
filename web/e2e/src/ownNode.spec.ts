import type { Page } from '@playwright/test'
import { accounts } from './chain.ts'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

/** A node of the host's that is the local chain's, and what was asked of it and of the server's proxy. */
async function addNode(page: Page, server: string, isUp: boolean) {
  const url = `${server}/own-node`
  const asked: string[] = []
  await page.route(url, async route => {
    const key = await route.request().headerValue('x-node-key')
    asked.push(`own node, key ${key}: ${route.request().postDataJSON().method}`)
    if (!isUp) return route.abort('connectionrefused')
    return route.fulfill({ response: await route.fetch({ url: `${server}/dev/rpc` }) })
  })
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/v1') asked.push('server')
  })
  const headers = { 'X-Node-Key': 'of-the-host' }
  const nodes = [{ url, config: { fetchOptions: { headers } } }]
  return { asked, options: { customRpcUrls: { 'eip155:31337': nodes } } }
}

for (const isUp of [true, false])
  test(`a node of the host's is asked first; it is ${isUp ? 'up' : 'down'}`, async ({
    host,
    dialog,
    wallet,
    chain,
    page,
    origins,
    witness,
  }) => {
    if (!isUp) witness.expect(/^error: .*own-node|ERR_CONNECTION_REFUSED/)
    const { asked, options } = await addNode(page, origins.server, isUp)
    await host.goto('', options)
    await host.button.click()
    await wallet.approves(() => dialog.walletRow(rdnsOf()).click(), 'wallet_requestPermissions')
    await host.isConnected(accounts[0])
    await expect(host.probe('balance')).toHaveText(await chain.shownBalanceOf(accounts[0]))
    const own = ['eth_chainId', 'eth_getBalance'].map(it => `own node, key of-the-host: ${it}`)
    expect(asked).toEqual(isUp ? own : [...own, 'server'])
  })
