/** Our page and our phone, over our relay. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OurPage } from '../src/ourPage.mjs'
import { OurPhone } from '../src/ourPhone.mjs'
import { ADDRESS, approvedFor } from '../src/peers.mjs'
import { Relay } from '../src/relay.mjs'

const late = { timeout: 15_000, interval: 20 }
const error = { code: 5000, message: 'User rejected.' }
const account = { address: ADDRESS, chain: 'eip155:1' }

let relay
beforeAll(async () => {
  relay = await Relay.start()
})
afterAll(() => relay.stop())

const start = (at = relay) => {
  const relays = [{ url: at.relayUrl, projectId: at.projectId }]
  return { relays, page: new OurPage(relays), phone: new OurPhone(relays) }
}

/** The phone has the page's code; gives what it was asked, and what comes of it on the page. */
const pair = async ({ page, phone }) => {
  const { uri, connected } = await page.connect()
  phone.does({ type: 'pair', uri })
  const { id } = await phone.first('proposals')
  return { uri, proposal: id, connected }
}

const approve = (phone, proposal) =>
  phone.does({ type: 'approve', proposal, namespaces: approvedFor('eip155:1') })

const connect = async ends => {
  const { proposal, connected } = await pair(ends)
  approve(ends.phone, proposal)
  const { session } = await connected
  await vi.waitFor(() => expect(ends.phone.shown.sessions[0].isAcknowledged).toBe(true), late)
  return session
}

const askToSign = (page, session) =>
  page.request('personal_sign', ['0x68656c6c6f', ADDRESS], session).value

const answers = async (phone, value) => {
  const { id } = await phone.first('requests')
  phone.does({ type: 'answer', request: id, value })
}

test.concurrent('they connect, sign, decline, change, and the page leaves', async () => {
  const { page, phone } = start()
  const session = await connect({ page, phone })
  const heard = page.events(session)

  const signed = askToSign(page, session)
  await answers(phone, '0xsigned')
  expect(await signed).toBe('0xsigned')
  await vi.waitFor(() => expect(phone.shown.requests).toEqual([]))
  const declined = askToSign(page, session)
  const { id } = await phone.first('requests')
  phone.does({ type: 'decline', request: id, error })
  await expect(declined).rejects.toMatchObject(error)

  const [{ id: name }] = phone.shown.sessions
  const namespaces = approvedFor('eip155:1', 'eip155:137')
  phone.does({ type: 'update', session: name, namespaces })
  const both = [account, { ...account, chain: 'eip155:137' }]
  await vi.waitFor(() => expect(heard).toContainEqual(['accountsChanged', both]), late)
  const event = { chain: 'eip155:137', name: 'chainChanged', value: 137 }
  phone.does({ type: 'emit', session: name, ...event })
  await vi.waitFor(() => expect(heard).toContainEqual(['chainChanged', 'eip155:137']), late)
  phone.does({ type: 'extend', session: name })
  phone.does({ type: 'ping', session: name })
  await vi.waitFor(() => expect(phone.shown.sessions[0].pongs).toBe(1), late)
  expect(phone.shown.fault).toBeUndefined()

  await page.request('disconnect', [], session).value
  await vi.waitFor(() => expect(phone.shown.sessions).toEqual([]), late)
  await Promise.all([page.close(), phone.off()])
})

test.concurrent('the phone refuses', async () => {
  const { page, phone } = start()
  const { proposal, connected } = await pair({ page, phone })
  phone.does({ type: 'refuse', proposal })
  // As a page is told that nobody connects (EIP-1193).
  await expect(connected).rejects.toMatchObject({ code: 4001 })
  await Promise.all([page.close(), phone.off()])
})

test.concurrent('two phones read one code, and one of them is connected', async () => {
  const { relays, page, phone } = start()
  const other = new OurPhone(relays)
  const { uri, proposal, connected } = await pair({ page, phone })
  other.does({ type: 'pair', uri })
  const { id } = await other.first('proposals')
  approve(phone, proposal)
  const { session } = await connected
  approve(other, id)
  await other.first('sessions')
  await vi.waitFor(() => expect(other.shown.sessions).toEqual([]), late)
  const signed = askToSign(page, session)
  await answers(phone, '0xsigned')
  expect(await signed).toBe('0xsigned')
  await Promise.all([page.close(), phone.off(), other.off()])
})

test.concurrent('both are switched off in turns', async () => {
  const ends = start()
  const session = await connect(ends)
  await ends.phone.off()
  const signed = askToSign(ends.page, session)
  const phone = new OurPhone(ends.relays, ends.phone.secrets)
  await answers(phone, '0xlate')
  expect(await signed).toBe('0xlate')

  await ends.page.close()
  const namespaces = approvedFor('eip155:1', 'eip155:137')
  phone.does({ type: 'update', session: phone.shown.sessions[0].id, namespaces })
  const page = new OurPage(ends.relays, ends.page.secrets)
  const hasBoth = async () => expect((await page.look(session)).accounts).toHaveLength(2)
  await vi.waitFor(hasBoth, late)
  phone.does({ type: 'end', session: phone.shown.sessions[0].id })
  await vi.waitFor(() => expect(page.look(session)).rejects.toBeDefined(), late)
  await Promise.all([page.close(), phone.off()])
})

test.concurrent('the relay dies between the question and its answer', async ({
  onTestFinished,
}) => {
  const own = await Relay.start()
  onTestFinished(() => own.stop())
  const { page, phone } = start(own)
  const session = await connect({ page, phone })
  const signed = askToSign(page, session)
  await phone.first('requests')
  await own.down('SIGKILL')
  await answers(phone, '0xlate')
  await own.up()
  expect(await signed).toBe('0xlate')
  await Promise.all([page.close(), phone.off()])
})
