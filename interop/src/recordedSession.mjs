/**
 * Whole lives of a session between two clients of one version: each frame as it was sent, and what
 * was sealed in it.
 */

import { privateKeyToAccount } from 'viem/accounts'
import { nextEvent, partOf, startClient, stopClient } from './clients.mjs'
import { RecordingRelay } from './recordingRelay.mjs'

const { buildAuthObject, decrypt, deriveSymKey, hashKey, populateAuthPayload } = partOf(
  '2.21.8',
  '@walletconnect/utils',
)

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const projectId = '0123456789abcdef'.repeat(2)
const methods = ['personal_sign', 'eth_sendTransaction']
const events = ['chainChanged', 'accountsChanged']
const asked = { eip155: { chains: ['eip155:1', 'eip155:137'], methods, events } }
const approved = chains => ({
  eip155: { accounts: chains.map(chain => `${chain}:${account.address}`), methods, events },
})
const refusal = { code: 5000, message: 'User rejected.' }

/** `{ version, messages, frames }`: every message in its order, and one frame of each kind. */
export async function recordSession(version) {
  const relay = await RecordingRelay.start()
  const start = name => startClient(version, { relayUrl: relay.relayUrl, name, projectId })
  const page = await start('page')
  const wallet = await start('wallet')
  const keys = new Map()
  const step = async promise => {
    const value = await promise
    for (const client of [page, wallet]) {
      for (const [topic, key] of client.core.crypto.keychain.keychain) keys.set(topic, key)
    }
    return value
  }
  const peers = { page, wallet, step }
  await liveSession(peers)
  await refusedProposal(peers)
  await signInWithOneClick(peers)
  const ids = await Promise.all([page, wallet].map(client => client.core.crypto.getClientId()))
  await Promise.all([page, wallet].map(stopClient))
  relay.stop()
  const names = { [ids[0]]: 'page', [ids[1]]: 'wallet' }
  const messages = relay.frames.flatMap(frame => messagesOf(frame, names[frame.client], keys))
  // An `irn_publish` of each tag, and one frame of each other method.
  const kinds = relay.frames.map(({ method, params, text }) => [`${method} ${params.tag}`, text])
  return { version, messages, frames: [...new Map(kinds).values()] }
}

async function pair({ page, wallet, step }, params = {}) {
  const { uri, approval } = await step(page.connect({ optionalNamespaces: asked, ...params }))
  const proposal = nextEvent(wallet, 'session_proposal')
  await step(wallet.pair({ uri }))
  const answer = approval()
  // Its refusal is awaited later, when there is one.
  answer.catch(() => {})
  return { answer, proposal: await step(proposal) }
}

async function liveSession(peers) {
  const { page, wallet, step } = peers
  const { answer, proposal } = await pair(peers, { sessionProperties: { expiry: 'none' } })
  const given = await wallet.approve({ id: proposal.id, namespaces: approved(['eip155:1']) })
  const { topic } = await step(answer)
  await step(given.acknowledged())
  const chainId = 'eip155:1'

  for (const response of [{ result: '0xsigned' }, { error: refusal }]) {
    const request = nextEvent(wallet, 'session_request')
    const params = ['0x68656c6c6f', account.address]
    const asked = page.request({ topic, chainId, request: { method: 'personal_sign', params } })
    const answered = asked.catch(fault => fault)
    const { id } = await step(request)
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', ...response } })
    await step(answered)
  }
  const event = nextEvent(page, 'session_event')
  await wallet.emit({ topic, chainId, event: { name: 'chainChanged', data: 1 } })
  await step(event)
  const update = await wallet.update({ topic, namespaces: approved(['eip155:1', 'eip155:137']) })
  await step(update.acknowledged())
  const extension = await wallet.extend({ topic })
  await step(extension.acknowledged())
  await step(page.ping({ topic }))
  await step(page.core.pairing.ping({ topic: proposal.params.pairingTopic }))
  const ended = nextEvent(wallet, 'session_delete')
  await page.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await step(ended)
}

async function refusedProposal(peers) {
  const { answer, proposal } = await pair(peers)
  await peers.wallet.reject({ id: proposal.id, reason: refusal })
  await peers.step(answer.catch(fault => fault))
}

async function signInWithOneClick({ page, wallet, step }) {
  for (const isApproved of [true, false]) {
    const asked = nextEvent(wallet, 'session_authenticate')
    const { uri, response } = await step(
      page.authenticate({
        chains: ['eip155:1'],
        domain: 'page.example',
        uri: 'https://page.example/login',
        nonce: 'abc12345',
        statement: 'Hello.',
        methods,
      }),
    )
    const answer = response().catch(fault => fault)
    await step(wallet.pair({ uri }))
    const { id, params } = await step(asked)
    if (isApproved) {
      const payload = populateAuthPayload({
        authPayload: params.authPayload,
        chains: ['eip155:1'],
        methods,
      })
      const iss = `did:pkh:eip155:1:${account.address}`
      const message = wallet.formatAuthMessage({ request: payload, iss })
      const s = await account.signMessage({ message })
      const auths = [buildAuthObject(payload, { t: 'eip191', s }, iss)]
      await wallet.approveSessionAuthenticate({ id, auths })
    } else {
      await wallet.rejectSessionAuthenticate({ id, reason: refusal })
    }
    await step(answer)
  }
}

/** What a frame carries, opened. The tags and lifetimes of bundled frames are the relay's to add. */
function messagesOf({ method, params }, from, keys) {
  const carried = {
    irn_publish: () => [[params.topic, params.message, params]],
    wc_proposeSession: () => [[params.pairingTopic, params.sessionProposal, { tag: 1100 }]],
    wc_approveSession: () => [
      [params.pairingTopic, params.sessionProposalResponse, { tag: 1101 }],
      [params.sessionTopic, params.sessionSettlementRequest, { tag: 1102 }],
    ],
  }
  return (carried[method]?.() ?? []).map(([topic, sealed, { tag, ttl = null, prompt = null }]) => ({
    from,
    frame: method,
    tag,
    ttl,
    prompt,
    topic,
    sealed,
    ...opened(topic, sealed, keys),
  }))
}

/** What was sealed, with the key of its topic, or the secret of who it was sealed for. */
function opened(topic, encoded, keys) {
  const envelope = Buffer.from(encoded, 'base64')
  if (envelope[0] === 0) {
    const key = keys.get(topic)
    return { key, text: decrypt({ symKey: key, encoded }) }
  }
  const isReceiver = name => /^[0-9a-f]{64}$/.test(name) && hashKey(name) === topic
  const secret = keys.get([...keys.keys()].find(isReceiver))
  const sender = envelope.subarray(1, 33).toString('hex')
  const key = deriveSymKey(secret, sender)
  return { secret, sender, text: decrypt({ symKey: key, encoded }) }
}
