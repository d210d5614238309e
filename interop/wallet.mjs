/**
 * A wallet in a process of its own, for tests in other places:
 * `node interop/wallet.mjs <version> <relay URL> <project id>`.
 *
 * Each line of its input is `{ id, ask, … }`, and is answered by `{ id, value }` or `{ id, fault }`;
 * what the other end does it tells as `{ event, value }`.
 */

import { createInterface } from 'node:readline'
import { until } from './src/clients.mjs'
import { Peer } from './src/peers.mjs'

const [version, relayUrl, projectId] = process.argv.slice(2)
const wallet = new Peer(version, 'wallet', { relayUrl, projectId })
const told = ['session_proposal', 'session_request', 'session_delete', 'session_ping']

const say = line => process.stdout.write(`${JSON.stringify(line)}\n`)

const asks = {
  /** It is opened, for the first time or again, with what it stored. */
  async open() {
    const client = await wallet.start()
    for (const event of told) client.on(event, value => say({ event, value }))
    return client.core.crypto.getClientId()
  },
  close: () => wallet.stop(),
  pair: ({ uri }) => wallet.client.pair({ uri }).then(({ topic }) => topic),
  approve: async ({ proposal, namespaces }) => {
    const { topic } = await wallet.client.approve({ id: proposal, namespaces })
    await until(() => wallet.client.session.get(topic).acknowledged)
    return topic
  },
  reject: ({ proposal, reason }) => wallet.client.reject({ id: proposal, reason }),
  respond: ({ topic, request, ...answer }) =>
    wallet.client.respond({ topic, response: { id: request, jsonrpc: '2.0', ...answer } }),
  update: ({ topic, namespaces }) => wallet.update(topic, namespaces),
  extend: ({ topic }) => wallet.extend(topic),
  emit: ({ topic, chainId, event }) => wallet.client.emit({ topic, chainId, event }),
  ping: ({ topic }) => wallet.client.ping({ topic }),
  disconnect: ({ topic, reason }) => wallet.client.disconnect({ topic, reason }),
  sessions: () => wallet.client.session.getAll().map(({ topic, peer }) => ({ topic, peer })),
  /** What was asked while nobody listened, too. */
  requests: () => wallet.client.getPendingSessionRequests(),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ask, ...words } = JSON.parse(line)
  Promise.resolve(words)
    .then(asks[ask])
    .then(value => say({ id, value: value ?? null }))
    .catch(({ code, message }) => say({ id, fault: { code, message } }))
}
// Its client keeps timers of minutes.
process.exit(0)
