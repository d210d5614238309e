/** Two clients talk through our relay, in both roles and in both dialects. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { VERSIONS } from '../src/clients.mjs'
import { approvedFor, askToSign, connect, pair, respond, startPeers } from '../src/peers.mjs'
import { Relay } from '../src/relay.mjs'

const PAIRS = VERSIONS.flatMap(page => VERSIONS.map(wallet => [page, wallet]))
/** What 2.17.1 fetches when it starts it handles at its next pulse, after 5 s. */
const late = { timeout: 15_000, interval: 50 }
const refusal = { code: 5000, message: 'User rejected.' }

let relay
beforeAll(async () => {
  relay = await Relay.start()
})
afterAll(() => relay.stop())

describe.each(PAIRS)('a page of %s and a wallet of %s', (...versions) => {
  test.concurrent('connect, sign, refuse to sign, and part', async ({ onTestFinished }) => {
    const peers = await startPeers(versions, relay, onTestFinished)
    const topic = await connect(peers)
    for (const [answer, expected] of [
      [{ result: '0xsigned' }, '0xsigned'],
      [{ error: refusal }, expect.objectContaining(refusal)],
    ]) {
      const request = peers.wallet.next('session_request')
      const asked = askToSign(peers, topic)
      const { id, params } = await request
      expect(params.request.method).toBe('personal_sign')
      await respond(peers, { topic, id }, answer)
      expect(await asked.answer).toEqual(expected)
    }
    const ended = peers.wallet.next('session_delete')
    await peers.page.client.disconnect({ topic, reason: { code: 6000, message: '' } })
    expect((await ended).topic).toBe(topic)
    expect(peers.wallet.client.session.getAll()).toEqual([])
  })

  test.concurrent('a refused proposal is told', async ({ onTestFinished }) => {
    const peers = await startPeers(versions, relay, onTestFinished)
    const { answer, proposal } = await pair(peers)
    await peers.wallet.client.reject({ id: proposal.id, reason: refusal })
    await expect(answer).rejects.toMatchObject(refusal)
  })

  test.concurrent('the wallet tells, changes, prolongs and ends', async ({ onTestFinished }) => {
    const peers = await startPeers(versions, relay, onTestFinished)
    const topic = await connect(peers)
    const { page, wallet } = peers

    const event = page.next('session_event')
    const told = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event: told })
    expect((await event).params).toMatchObject({ chainId: 'eip155:1', event: told })

    const updated = page.next('session_update')
    const namespaces = approvedFor('eip155:1', 'eip155:137')
    await wallet.update(topic, namespaces)
    expect((await updated).params.namespaces).toEqual(namespaces)
    expect(page.client.session.get(topic).namespaces).toEqual(namespaces)

    const extended = page.next('session_extend')
    await wallet.extend(topic)
    expect((await extended).topic).toBe(topic)

    for (const [one, other] of [
      [page, wallet],
      [wallet, page],
    ]) {
      const asked = other.next('session_ping')
      await one.client.ping({ topic })
      expect((await asked).topic).toBe(topic)
    }

    const ended = page.next('session_delete')
    await wallet.client.disconnect({ topic, reason: { code: 6000, message: '' } })
    expect((await ended).topic).toBe(topic)
  })

  test.concurrent('what was sent to a closed wallet waits for it', async ({ onTestFinished }) => {
    const peers = await startPeers(versions, relay, onTestFinished)
    const topic = await connect(peers)
    await peers.wallet.stop()
    const asked = askToSign(peers, topic)
    const wallet = await peers.wallet.start()
    await vi.waitFor(() => expect(wallet.getPendingSessionRequests()).toHaveLength(1), late)
    const [{ id }] = wallet.getPendingSessionRequests()
    await respond(peers, { topic, id }, { result: '0xlate' })
    expect(await asked.answer).toBe('0xlate')
  })

  test.concurrent('what was sent to a closed page waits for it', async ({ onTestFinished }) => {
    const peers = await startPeers(versions, relay, onTestFinished)
    const topic = await connect(peers)
    await peers.page.stop()
    const namespaces = approvedFor('eip155:1', 'eip155:137')
    await peers.wallet.update(topic, namespaces)
    const page = await peers.page.start()
    await vi.waitFor(() => expect(page.session.get(topic).namespaces).toEqual(namespaces), late)
  })
})
