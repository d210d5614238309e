/** What ours writes, opened by the other clients: `crates/protocol/tests/ours.rs` writes the file. */

import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { nextEvent, partOf, startClient, stopClient, VERSIONS } from '../src/clients.mjs'
import { RecordingRelay } from '../src/recordingRelay.mjs'

const file = new URL('../../crates/protocol/tests/recorded/ours.json', import.meta.url)
const ours = JSON.parse(await readFile(file, 'utf8'))
const account = `eip155:1:0x${'ab'.repeat(20)}`
const approved = {
  eip155: { accounts: [account], methods: ['personal_sign'], events: ['chainChanged'] },
}

const endings = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

describe.each(VERSIONS)('%s', version => {
  const theirs = partOf(version, '@walletconnect/utils')

  test('reads our codes', () => {
    for (const { text, topic, key, expires, methods } of ours.uris) {
      const read = theirs.parseUri(text)
      expect(read).toMatchObject({ version: 2, topic, symKey: key })
      expect(read.relay).toEqual({ protocol: 'irn' })
      expect(read.expiryTimestamp ?? null).toBe(expires)
      expect(read.methods ?? []).toEqual(methods)
      expect(theirs.hashKey(key)).toBe(topic)
    }
  })

  test('opens our envelopes', () => {
    for (const { text, key, sealed, secret, sender, sealedTo } of ours.envelopes) {
      expect(theirs.decrypt({ symKey: key, encoded: sealed })).toBe(text)
      expect(theirs.deriveSymKey(secret, sender)).toBe(key)
      const receiverPublicKey = '00'
      const read = theirs.validateDecoding(sealedTo, { receiverPublicKey })
      expect(read).toMatchObject({ type: 1, senderPublicKey: sender })
      expect(theirs.decrypt({ symKey: key, encoded: sealedTo })).toBe(text)
    }
  })

  test('believes our tokens', async () => {
    const { verifyJWT } = partOf(version, '@walletconnect/relay-auth')
    for (const { token, client, audience } of ours.tokens) {
      expect(await verifyJWT(token)).toBe(true)
      const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))
      expect(claims).toMatchObject({ iss: client, aud: audience })
      const [head, , signature] = token.split('.')
      const other = Buffer.from(JSON.stringify({ ...claims, aud: 'x' })).toString('base64url')
      expect(await verifyJWT(`${head}.${other}.${signature}`)).toBe(false)
    }
  })

  test('takes our namespaces', () => {
    const { proposed, approved } = ours.namespaces
    expect(theirs.isValidRequiredNamespaces(proposed, 'test', 'optionalNamespaces')).toBe(null)
    expect(theirs.isValidNamespaces(approved, 'test')).toBe(null)
    expect(theirs.isConformingNamespaces({}, approved, 'test')).toBe(null)
  })

  test('takes our proposal, and its approval opens with our key', async () => {
    const relay = await RecordingRelay.start()
    endings.push(() => relay.stop())
    const { uri, topic, key, secret, proposal } = ours.pairing
    relay.leave({ topic, message: proposal, tag: 1100 })
    const projectId = '0'.repeat(32)
    const wallet = await startClient(version, {
      relayUrl: relay.relayUrl,
      name: 'wallet',
      projectId,
    })
    endings.push(() => stopClient(wallet))
    const proposed = nextEvent(wallet, 'session_proposal')
    await wallet.pair({ uri })
    const { id, params } = await proposed
    expect(params.proposer.metadata.name).toBe('A page')
    expect(params.optionalNamespaces).toEqual(ours.namespaces.proposed)

    await wallet.approve({ id, namespaces: approved })
    const answer = relay.messages().find(message => message.topic === topic)
    const { result } = JSON.parse(theirs.decrypt({ symKey: key, encoded: answer.message }))
    const sessionKey = theirs.deriveSymKey(secret, result.responderPublicKey)
    const session = theirs.hashKey(sessionKey)
    const settle = relay.messages().find(message => message.topic === session)
    const { method, params: settled } = JSON.parse(
      theirs.decrypt({ symKey: sessionKey, encoded: settle.message }),
    )
    expect(method).toBe('wc_sessionSettle')
    expect(settled.controller.publicKey).toBe(result.responderPublicKey)
    expect(settled.namespaces).toEqual(approved)
  })
})
