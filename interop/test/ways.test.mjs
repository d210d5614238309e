/** The ways between our page and another client's wallet: broken, dead, several, and read by the relay. */

import { expect, test } from 'vitest'
import { OurPage } from '../src/ourPage.mjs'
import { ADDRESS, approvedFor, Peer, respond } from '../src/peers.mjs'
import { RecordingRelay } from '../src/recordingRelay.mjs'

const [ours, public_] = ['0'.repeat(32), 'f'.repeat(32)]

const startRelay = async onTestFinished => {
  const relay = await RecordingRelay.start()
  onTestFinished(() => relay.stop())
  return relay
}

const startWallet = async (relay, projectId, onTestFinished) => {
  const wallet = new Peer('2.21.8', 'wallet', { relayUrl: relay.relayUrl, projectId })
  await wallet.start()
  onTestFinished(() => wallet.stop())
  return wallet
}

/** Connects by the code; gives the session's topic. */
const connect = async (page, wallet) => {
  const { uri, connected } = await page.connect()
  const proposal = wallet.next('session_proposal')
  await wallet.client.pair({ uri })
  const { id } = await proposal
  await wallet.client.approve({ id, namespaces: approvedFor('eip155:1') })
  return (await connected).session
}

const signs = async (page, wallet, session) => {
  const asked = wallet.next('session_request')
  const { value } = page.request('personal_sign', ['0x68656c6c6f', ADDRESS], session)
  await respond({ wallet }, await asked, { result: '0xsigned' })
  expect(await value).toBe('0xsigned')
}

test('a way that breaks while the wallet is asked is found again', async ({ onTestFinished }) => {
  const relay = await startRelay(onTestFinished)
  const wallet = await startWallet(relay, ours, onTestFinished)
  const page = new OurPage([{ url: relay.relayUrl, projectId: ours }])
  const session = await connect(page, wallet)
  const asked = wallet.next('session_request')
  const { value } = page.request('personal_sign', ['0x68656c6c6f', ADDRESS], session)
  const request = await asked
  const published = relay.frames.filter(({ params }) => params.tag === 1108)
  relay.cut(published[0].client)
  await respond({ wallet }, request, { result: '0xsigned' })
  expect(await value).toBe('0xsigned')
  expect(relay.frames.filter(({ params }) => params.tag === 1108)).toEqual(published)
  await page.close()
})

test('a relay that is down is passed over for another of its network', async ({
  onTestFinished,
}) => {
  const dead = await RecordingRelay.start()
  dead.stop()
  const relay = await startRelay(onTestFinished)
  const wallet = await startWallet(relay, ours, onTestFinished)
  const page = new OurPage([
    { url: dead.relayUrl, projectId: ours },
    { url: relay.relayUrl, projectId: ours },
  ])
  await signs(page, wallet, await connect(page, wallet))
  await page.close()
})

test('one code reaches wallets of two networks, and the session is where one answered', async ({
  onTestFinished,
}) => {
  const relays = [await startRelay(onTestFinished), await startRelay(onTestFinished)]
  const page = new OurPage([
    { url: relays[0].relayUrl, projectId: ours },
    { url: relays[1].relayUrl, projectId: public_ },
  ])
  const wallet = await startWallet(relays[1], public_, onTestFinished)
  await signs(page, wallet, await connect(page, wallet))
  const asked = relays.map(relay => relay.frames.filter(({ params }) => params.tag === 1108).length)
  expect(asked).toEqual([0, 1])
  await page.close()
})

test('a relay learns nothing of what is asked', async ({ onTestFinished }) => {
  const relay = await startRelay(onTestFinished)
  const wallet = await startWallet(relay, ours, onTestFinished)
  const page = new OurPage([{ url: relay.relayUrl, projectId: ours }])
  const walletId = await wallet.client.core.crypto.getClientId()
  await signs(page, wallet, await connect(page, wallet))
  const told = relay.frames.filter(({ client }) => client !== walletId).map(({ text }) => text)
  expect(told.length).toBeGreaterThan(2)
  for (const word of ['personal_sign', ADDRESS, 'eip155', 'Our page', 'page.example', 'tvf']) {
    expect(told.join('\n')).not.toContain(word)
  }
  await page.close()
})
