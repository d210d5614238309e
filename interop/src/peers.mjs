/** A page and a wallet of any version at one relay, as tests drive them. */

import { Memory, nextEvent, startClient, stopClient, until } from './clients.mjs'

export const ADDRESS = `0x${'ab'.repeat(20)}`
const methods = ['personal_sign', 'eth_sendTransaction']
const events = ['chainChanged', 'accountsChanged']
export const proposed = { eip155: { chains: ['eip155:1', 'eip155:137'], methods, events } }

export const approvedFor = (...chains) => ({
  eip155: { accounts: chains.map(chain => `${chain}:${ADDRESS}`), methods, events },
})

/** One of the two, with what it stored, which outlives it. */
export class Peer {
  #storage = new Memory()
  #options

  constructor(version, name, { relayUrl, projectId }) {
    this.version = version
    this.#options = { relayUrl, projectId, name, storage: this.#storage }
  }

  /** It is opened, for the first time or again. */
  async start() {
    this.client = await startClient(this.version, this.#options)
    return this.client
  }

  /** It is closed, as a tab or an app is: without a word. */
  async stop() {
    await stopClient(this.client)
  }

  /** The next that is told under `name`. */
  next(name) {
    return nextEvent(this.client, name)
  }

  /**
   * Gives a session other namespaces; settles when the relay has that. Whether the other side has it is
   * seen there: both versions listen for its answer only after this, so that `acknowledged()` never
   * settles where Node reads the answer in one turn with the relay's.
   */
  async update(topic, namespaces) {
    await this.client.update({ topic, namespaces })
  }

  /** Prolongs a session; settles when the other side said yes. */
  async extend(topic) {
    const { acknowledged } = await this.client.extend({ topic })
    await acknowledged()
  }
}

/** Both, started; `onTestFinished` closes them. */
export async function startPeers([pageVersion, walletVersion], relay, onTestFinished) {
  const page = new Peer(pageVersion, 'page', relay)
  const wallet = new Peer(walletVersion, 'wallet', relay)
  await Promise.all([page.start(), wallet.start()])
  onTestFinished(async () => {
    await page.stop()
    await wallet.stop()
  })
  return { page, wallet }
}

/** The page proposes and the wallet reads the code; `answer` settles when the page has its answer. */
export async function pair({ page, wallet }) {
  const { uri, approval } = await page.client.connect({ optionalNamespaces: proposed })
  const proposal = wallet.next('session_proposal')
  const answer = approval()
  // Whoever does not await it does not mind.
  answer.catch(() => {})
  await wallet.client.pair({ uri })
  return { answer, proposal: await proposal }
}

/** A session for Ethereum and nothing else; gives its topic. */
export async function connect(peers) {
  const { answer, proposal } = await pair(peers)
  await peers.wallet.client.approve({ id: proposal.id, namespaces: approvedFor('eip155:1') })
  const { topic } = await answer
  await until(() => peers.wallet.client.session.get(topic).acknowledged)
  return topic
}

/** The page asks for a signature; `answer` never rejects, and gives the result or the fault. */
export const askToSign = ({ page }, topic) => ({
  answer: page.client
    .request({
      topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x68656c6c6f', ADDRESS] },
    })
    .catch(fault => fault),
})

/** The wallet answers what it was asked. */
export const respond = ({ wallet }, { topic, id }, answer) =>
  wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
