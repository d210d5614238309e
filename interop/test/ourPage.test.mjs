/** Our page and the wallets of other clients, over our relay. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { until, VERSIONS } from '../src/clients.mjs'
import { OurPage } from '../src/ourPage.mjs'
import { ADDRESS, approvedFor, Peer, respond } from '../src/peers.mjs'
import { Relay } from '../src/relay.mjs'

/** What a client fetches when it starts it may handle at its next pulse, after 5 s. */
const late = { timeout: 15_000, interval: 50 }
const refusal = { code: 5000, message: 'User rejected.' }
/** As a page is told that nobody connects (EIP-1193). */
const refused = { ...refusal, code: 4001 }
const account = { address: ADDRESS, chain: 'eip155:1' }

let relay
let relays
beforeAll(async () => {
  relay = await Relay.start()
  relays = [{ url: relay.relayUrl, projectId: relay.projectId }]
})
afterAll(() => relay.stop())

describe.each(VERSIONS)('a wallet of %s', version => {
  const start = async onTestFinished => {
    const wallet = new Peer(version, 'wallet', relay)
    await wallet.start()
    onTestFinished(() => wallet.stop())
    return { page: new OurPage(relays), wallet }
  }

  const pair = async ({ page, wallet }) => {
    const attempt = await page.connect()
    const proposal = wallet.next('session_proposal')
    await wallet.client.pair({ uri: attempt.uri })
    return { ...attempt, proposal: await proposal }
  }

  const connect = async ({ page, wallet }) => {
    const { proposal, connected } = await pair({ page, wallet })
    const namespaces = approvedFor('eip155:1')
    await wallet.client.approve({ id: proposal.id, namespaces })
    const { session } = await connected
    await until(() => wallet.client.session.get(session).acknowledged)
    return connected
  }

  test.concurrent('connects, signs, refuses to sign, and is left', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { session, accounts, peer } = await connect({ page, wallet })
    expect(accounts).toEqual([account])
    expect(peer.name).toBe('wallet')
    for (const answer of [{ result: '0xsigned' }, { error: refusal }]) {
      const asked = wallet.next('session_request')
      const { value } = page.request('personal_sign', ['0x68656c6c6f', ADDRESS], session)
      const request = await asked
      expect(request.params).toMatchObject({
        chainId: 'eip155:1',
        request: { method: 'personal_sign', params: ['0x68656c6c6f', ADDRESS] },
      })
      await respond({ wallet }, request, answer)
      if (answer.result) expect(await value).toBe('0xsigned')
      else await expect(value).rejects.toMatchObject(refusal)
    }
    const ended = wallet.next('session_delete')
    await page.request('disconnect', [], session).value
    expect((await ended).topic).toBe(session)
    await page.close()
  })

  test.concurrent('refuses', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { proposal, connected, pairings } = await pair({ page, wallet })
    expect(proposal.params.proposer.metadata.name).toBe('Our page')
    // The relay tells that a phone has the code, before anybody answers.
    await vi.waitFor(() => expect(pairings).toContain('takenUp'))
    await wallet.client.reject({ id: proposal.id, reason: refusal })
    await expect(connected).rejects.toMatchObject(refused)
    await page.close()
  })

  test.concurrent('approves what nobody waits for', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { proposal, cancel } = await pair({ page, wallet })
    cancel()
    const ended = wallet.next('session_delete')
    const namespaces = approvedFor('eip155:1')
    const { topic } = await wallet.client.approve({ id: proposal.id, namespaces })
    expect((await ended).topic).toBe(topic)
    await page.close()
  })

  test.concurrent('approves other chains than were asked for', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { proposal, connected } = await pair({ page, wallet })
    const ended = wallet.next('session_delete')
    const namespaces = approvedFor('eip155:10')
    const { topic } = await wallet.client.approve({ id: proposal.id, namespaces })
    await expect(connected).rejects.toBeDefined()
    expect((await ended).topic).toBe(topic)
    await page.close()
  })

  test.concurrent('tells, changes, prolongs, pings and ends', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { session: topic } = await connect({ page, wallet })
    const heard = page.events(topic)
    const namespaces = approvedFor('eip155:1', 'eip155:137')
    await wallet.update(topic, namespaces)
    const more = [account, { ...account, chain: 'eip155:137' }]
    await vi.waitFor(() => expect(heard).toContainEqual(['accountsChanged', more]))
    const event = { name: 'chainChanged', data: 137 }
    await wallet.client.emit({ topic, chainId: 'eip155:137', event })
    await vi.waitFor(() => expect(heard).toContainEqual(['chainChanged', 'eip155:137']))
    await wallet.extend(topic)
    await wallet.client.ping({ topic })
    await wallet.client.disconnect({ topic, reason: { code: 6000, message: '' } })
    await vi.waitFor(() => expect(heard.map(([name]) => name)).toContain('disconnect'))
    await expect(page.look(topic)).rejects.toBeDefined()
    await page.close()
  })

  test.concurrent('is closed while it is asked, and answers later', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { session } = await connect({ page, wallet })
    await wallet.stop()
    const { value } = page.request('personal_sign', ['0x68656c6c6f', ADDRESS], session)
    const client = await wallet.start()
    await vi.waitFor(() => expect(client.getPendingSessionRequests()).toHaveLength(1), late)
    const [request] = client.getPendingSessionRequests()
    await respond({ wallet }, request, { result: '0xlate' })
    expect(await value).toBe('0xlate')
    await page.close()
  })

  test.concurrent('meets a page that was reloaded', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { session: topic } = await connect({ page, wallet })
    await page.close()
    const namespaces = approvedFor('eip155:1', 'eip155:137')
    await wallet.update(topic, namespaces)
    const again = new OurPage(relays, page.secrets)
    expect((await again.look(topic)).session).toBe(topic)
    const hasBoth = async () => expect((await again.look(topic)).accounts).toHaveLength(2)
    await vi.waitFor(hasBoth, late)
    await again.close()
  })

  test.concurrent('approves a page that was reloaded since', async ({ onTestFinished }) => {
    const { page, wallet } = await start(onTestFinished)
    const { proposal } = await pair({ page, wallet })
    const again = await page.reload()
    const given = await wallet.client.approve({
      id: proposal.id,
      namespaces: approvedFor('eip155:1'),
    })
    const { value } = again.request('connect', [{ chain: null, silent: false }], null)
    expect((await value).accounts).toEqual([account])
    expect((await value).session).toBe(given.topic)
    await again.close()
  })
})
