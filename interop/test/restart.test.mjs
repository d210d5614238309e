/** Our relay ends, by itself or by force, while clients speak through it. */

import { describe, expect, test, vi } from 'vitest'
import { VERSIONS } from '../src/clients.mjs'
import { OurPage } from '../src/ourPage.mjs'
import {
  ADDRESS,
  approvedFor,
  askToSign,
  connect,
  Peer,
  respond,
  startPeers,
} from '../src/peers.mjs'
import { Relay } from '../src/relay.mjs'

const late = { timeout: 20_000, interval: 50 }
const SIGNALS = ['SIGKILL', 'SIGTERM']

const startRelay = async onTestFinished => {
  const relay = await Relay.start()
  onTestFinished(() => relay.stop())
  return relay
}

/** The wallet is opened and answers what waited for it. */
const answerLate = async wallet => {
  const client = await wallet.start()
  await vi.waitFor(() => expect(client.getPendingSessionRequests()).toHaveLength(1), late)
  const [request] = client.getPendingSessionRequests()
  await respond({ wallet }, request, { result: '0xlate' })
}

describe.each(SIGNALS)('after %s', signal => {
  test.concurrent.for(VERSIONS)(
    'what waited for a wallet of %s waits on',
    async (version, { onTestFinished }) => {
      const relay = await startRelay(onTestFinished)
      const peers = await startPeers([version, version], relay, onTestFinished)
      const topic = await connect(peers)
      await peers.wallet.stop()
      const sent = new Promise(resolve => {
        peers.page.client.once('session_request_sent', resolve)
      })
      const asked = askToSign(peers, topic)
      await sent
      await relay.down(signal)
      await relay.up()
      await answerLate(peers.wallet)
      expect(await asked.answer).toBe('0xlate')
    },
  )

  test.concurrent('a page of ours goes on by itself', async ({ onTestFinished }) => {
    const relay = await startRelay(onTestFinished)
    const wallet = new Peer('2.21.8', 'wallet', relay)
    await wallet.start()
    onTestFinished(() => wallet.stop())
    const page = new OurPage([{ url: relay.relayUrl, projectId: relay.projectId }])
    const { uri, connected } = await page.connect()
    const proposal = wallet.next('session_proposal')
    await wallet.client.pair({ uri })
    const { id } = await proposal
    await wallet.client.approve({ id, namespaces: approvedFor('eip155:1') })
    const { session } = await connected
    await wallet.stop()
    await relay.down(signal)
    const { value } = page.request('personal_sign', ['0x68656c6c6f', ADDRESS], session)
    await relay.up()
    await answerLate(wallet)
    expect(await value).toBe('0xlate')
    await page.close()
  })
})
