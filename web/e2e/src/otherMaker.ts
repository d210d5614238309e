import { type Hex, verifyMessage } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { test as base, expect } from './fixtures.ts'
import { type Approved, JsWallet, type SessionRequest } from './jsWallet.ts'
import { chooseWalletConnect, type Site } from './pairingLink.ts'

export { expect } from './fixtures.ts'

/** The accounts of the local chain, whose phrase is public. */
export const [first, second] = [0, 1].map(addressIndex =>
  mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex,
  }),
) as [HDAccount, HDAccount]
export const [local, mainnet] = ['eip155:31337', 'eip155:1'] as const
const message = 'The tide is late today.'

/** Tests with a wallet of another maker, `js`, that listens at the own relay. */
export const test = base.extend<{ js: JsWallet }>({
  js: async ({ origins }, give) => {
    const deployment = await fetch(`${origins.host}/config.json`)
    const { projectId } = (await deployment.json()) as { projectId: string }
    const relay = `${origins.server.replace('http', 'ws')}/relay`
    const js = await JsWallet.start('2.21.8', relay, projectId)
    await give(js)
    await js.stop()
  },
})

/** An account on these chains, or on both of the site. */
export const approvedFor = (
  { address }: HDAccount,
  chains: readonly string[] = [local, mainnet],
): { eip155: Approved } => ({
  eip155: {
    accounts: chains.map(chain => `${chain}:${address}`),
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
})

/** The wallet reads a link, and its person says yes; gives the session's topic. */
export async function approves(
  js: JsWallet,
  link: string,
  approved: Readonly<Record<string, Approved>> = approvedFor(first),
): Promise<string> {
  await js.pair(link)
  const { id } = await js.next('session_proposal')
  return js.approve(id, approved)
}

/** A site and the wallet, connected; gives the session's topic. */
export async function connected(site: Site, js: JsWallet): Promise<string> {
  await site.host.goto()
  const topic = await approves(js, await chooseWalletConnect(site))
  await site.dialog.isClosed()
  await site.host.isConnected(first.address)
  return topic
}

/** The site has a message signed. */
export async function asksToSign({ page, host }: Site) {
  await page.getByLabel('Message').fill(message)
  await host.probe('sign').click()
  await expect(host.probe('sign')).toHaveAttribute('aria-busy', 'true')
}

/** The wallet signs what it was asked. */
export async function signs(js: JsWallet, asked: SessionRequest): Promise<void> {
  expect(asked.params.request.method).toBe('personal_sign')
  const [raw] = asked.params.request.params as [Hex]
  await js.respond(asked, await first.signMessage({ message: { raw } }))
}

/** The site has the signature of its message. */
export async function isSigned({ host }: Site) {
  await expect(host.probe('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await host.probe('signature').textContent()) as Hex
  expect(await verifyMessage({ address: first.address, message, signature })).toBe(true)
}
