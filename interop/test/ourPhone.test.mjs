/** Our phone and the pages of other clients, over our relay. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { VERSIONS } from '../src/clients.mjs'
import { OurPhone } from '../src/ourPhone.mjs'
import { ADDRESS, approvedFor, askToSign, Peer, proposed } from '../src/peers.mjs'
import { Relay } from '../src/relay.mjs'

/** What a client fetches when it starts it may handle at its next pulse, after 5 s. */
const late = { timeout: 15_000, interval: 20 }

let relay
let relays
beforeAll(async () => {
  relay = await Relay.start()
  relays = [{ url: relay.relayUrl, projectId: relay.projectId }]
})
afterAll(() => relay.stop())

describe.each(VERSIONS)('a page of %s', version => {
  const start = async onTestFinished => {
    const page = new Peer(version, 'page', relay)
    await page.start()
    onTestFinished(() => page.stop())
    return { page, phone: new OurPhone(relays) }
  }

  const pair = async ({ page, phone }) => {
    const { uri, approval } = await page.client.connect({ optionalNamespaces: proposed })
    const answer = approval()
    answer.catch(() => {})
    phone.does({ type: 'pair', uri })
    return { answer, proposal: await phone.first('proposals') }
  }

  const connect = async peers => {
    const { answer, proposal } = await pair(peers)
    const namespaces = approvedFor('eip155:1')
    peers.phone.does({ type: 'approve', proposal: proposal.id, namespaces })
    const { topic } = await answer
    await vi.waitFor(() => expect(peers.phone.shown.sessions[0].isAcknowledged).toBe(true), late)
    return topic
  }

  test.concurrent('connects, has things signed and refused, and parts', async ({
    onTestFinished,
  }) => {
    const peers = await start(onTestFinished)
    const topic = await connect(peers)
    const { page, phone } = peers
    const signed = askToSign(peers, topic)
    const request = await phone.first('requests')
    expect(request).toMatchObject({ chain: 'eip155:1', method: 'personal_sign' })
    expect(request.params).toEqual(['0x68656c6c6f', ADDRESS])
    phone.does({ type: 'answer', request: request.id, value: '0xsigned' })
    expect(await signed.answer).toBe('0xsigned')

    await vi.waitFor(() => expect(phone.shown.requests).toEqual([]))
    const refused = askToSign(peers, topic)
    const { id } = await phone.first('requests')
    const error = { code: 5000, message: 'User rejected.' }
    phone.does({ type: 'decline', request: id, error })
    expect(await refused.answer).toMatchObject(error)

    await page.client.disconnect({ topic, reason: { code: 6000, message: '' } })
    await vi.waitFor(() => expect(phone.shown.sessions).toEqual([]), late)
    await phone.off()
  })

  test.concurrent('is refused', async ({ onTestFinished }) => {
    const peers = await start(onTestFinished)
    const { answer, proposal } = await pair(peers)
    peers.phone.does({ type: 'refuse', proposal: proposal.id })
    await expect(answer).rejects.toMatchObject({ code: 5000 })
    await peers.phone.off()
  })

  test.concurrent('hears of changes, and of the end', async ({ onTestFinished }) => {
    const peers = await start(onTestFinished)
    const topic = await connect(peers)
    const { page, phone } = peers
    const session = phone.shown.sessions[0].id

    const updated = page.next('session_update')
    const namespaces = approvedFor('eip155:1', 'eip155:137')
    phone.does({ type: 'update', session, namespaces })
    expect((await updated).params.namespaces).toMatchObject(namespaces)

    const told = page.next('session_event')
    const event = { chain: 'eip155:137', name: 'chainChanged', value: 137 }
    phone.does({ type: 'emit', session, ...event })
    expect((await told).params.event).toEqual({ name: 'chainChanged', data: 137 })

    const extended = page.next('session_extend')
    phone.does({ type: 'extend', session })
    expect((await extended).topic).toBe(topic)

    phone.does({ type: 'ping', session })
    await vi.waitFor(() => expect(phone.shown.sessions[0].pongs).toBe(1), late)

    const ended = page.next('session_delete')
    phone.does({ type: 'end', session })
    expect((await ended).topic).toBe(topic)
    await phone.off()
  })

  test.concurrent('asks a phone that is away, or switched off', async ({ onTestFinished }) => {
    const peers = await start(onTestFinished)
    const topic = await connect(peers)
    peers.phone.does({ type: 'background', isAway: true })
    const asked = askToSign(peers, topic)
    peers.phone.does({ type: 'background', isAway: false })
    const { id } = await peers.phone.first('requests')
    peers.phone.does({ type: 'answer', request: id, value: '0xback' })
    expect(await asked.answer).toBe('0xback')

    await peers.phone.off()
    const again = askToSign(peers, topic)
    const phone = new OurPhone(relays, peers.phone.secrets)
    const request = await phone.first('requests')
    phone.does({ type: 'answer', request: request.id, value: '0xagain' })
    expect(await again.answer).toBe('0xagain')
    await phone.off()
  })

  test.concurrent('was closed while the phone changed', async ({ onTestFinished }) => {
    const peers = await start(onTestFinished)
    const topic = await connect(peers)
    await peers.page.stop()
    const namespaces = approvedFor('eip155:1', 'eip155:137')
    const session = peers.phone.shown.sessions[0].id
    peers.phone.does({ type: 'update', session, namespaces })
    const page = await peers.page.start()
    const has = () => expect(page.session.get(topic).namespaces).toMatchObject(namespaces)
    await vi.waitFor(has, late)
    await peers.phone.off()
  })
})
