import { accounts } from '../chain.ts'
import { rdnsOf } from '../devWallet.ts'
import type { Visit } from './engine.ts'
import { test } from './fixtures.ts'
import { allClosed, openedBy, type Screen } from './screen.ts'

const [address] = accounts

const probe = (name: string) => ({ path: [`[data-testid=${name}]`] })
const opener = { path: ['header latchkit-button', 'button'] }
const inDialog = (rest = '', text?: string) => ({
  path: ['latchkit-modal', `dialog[open]${rest}`],
  ...(text === undefined ? {} : { text }),
})
const inView = (view: string) => inDialog(`[data-view="${view}"]:modal`)
const row = inDialog(` [data-wallet="${rdnsOf()}"]`)
/** Listed by the directory, and so by the second half of the engine. */
const metaMask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const lastRow = inDialog(` [data-wallet="${metaMask}"]`)
const answer = (text: 'Approve' | 'Reject') => ({
  path: ['[data-method=wallet_requestPermissions] button'],
  text,
})

test('opens and closes', async ({ site, origins }) => {
  await arrives(site, origins.host)
  await site.click(opener)
  await site.shows(inView('Connect'))
  await site.shows(row)
  await site.click(inDialog(' button[aria-label=Close]'))
  await site.showsNo(inDialog())
})

test('connects, and shows what the chain says', async ({ site, visit, origins, chain }) => {
  await connects(site, visit, origins.host)
  await site.reads(probe('chain-id'), '31337')
  await site.reads(probe('balance'), await chain.shownBalanceOf(address))
})

test('refuses, then tries again', async ({ site, visit, origins }) => {
  await arrives(site, origins.host)
  await site.click(opener)
  const wallet = await openedBy(visit, () => chooses(site))
  await wallet.click(answer('Reject'))
  await allClosed(visit)
  await site.reads(inDialog(' h3'), 'Connection declined')
  await site.reads(probe('status'), 'disconnected')
  await approves(visit, () => site.click(inDialog(' button', 'Try again')))
  await isConnected(site)
})

test('a reload keeps the connection', async ({ site, visit, origins, chain }) => {
  await connects(site, visit, origins.host)
  await site.window.reload()
  await isConnected(site)
  await site.reads(probe('balance'), await chain.shownBalanceOf(address))
})

test('disconnects, and stays so after a reload', async ({ site, visit, origins }) => {
  await connects(site, visit, origins.host)
  await site.click(opener)
  await site.shows(inView('Account'))
  await site.click(inDialog(' button', 'Disconnect'))
  await site.showsNo(inDialog())
  await isDisconnected(site)
  await site.window.reload()
  await isDisconnected(site)
})

/** Whose server has no e-mail, which comes when it has answered and moves the rows. */
const options = encodeURIComponent(JSON.stringify({ remoteFeatures: { email: false } }))

async function arrives(site: Screen, host: string) {
  await site.window.goto(`${host}/?options=${options}`)
  await isDisconnected(site)
}

async function connects(site: Screen, visit: Visit, host: string) {
  await arrives(site, host)
  await site.click(opener)
  await approves(visit, () => chooses(site))
  await isConnected(site)
}

/** Chooses the wallet once the list is whole: WebKit lets pages open windows only right at a click. */
async function chooses(site: Screen) {
  await site.shows(lastRow)
  await site.click(row)
}

async function approves(visit: Visit, act: () => Promise<void>) {
  const wallet = await openedBy(visit, act)
  await wallet.click(answer('Approve'))
  await allClosed(visit)
}

async function isConnected(site: Screen) {
  await site.showsNo(inDialog())
  await site.reads(probe('status'), 'connected')
  await site.reads(probe('address'), address)
}

async function isDisconnected(site: Screen) {
  await site.reads(probe('status'), 'disconnected')
  await site.reads(opener, 'Connect wallet')
}
