/**
 * A relay in memory that writes down every frame of its clients: what the recorder reads. It speaks
 * both dialects, keeps mailboxes, and checks nothing.
 */

import { createHash } from 'node:crypto'
import WebSocket from 'ws'

const hash = text => createHash('sha256').update(text).digest('hex')

export class RecordingRelay {
  /** `{ client, text, method, params }` in the order of arrival; `text` is the frame itself. */
  frames = []
  /** It takes any. */
  projectId = '0'.repeat(32)
  #mailboxes = new Map()
  #readers = new Map()
  #sockets = new Map()
  #unacknowledged = new Map()
  #pushId = 1_000_000_000_000

  static async start() {
    const relay = new RecordingRelay()
    relay.server = new WebSocket.Server({ host: '127.0.0.1', port: 0 })
    await new Promise(resolve => {
      relay.server.once('listening', resolve)
    })
    relay.server.on('connection', (socket, request) => relay.#serve(socket, request.url))
    relay.relayUrl = `ws://127.0.0.1:${relay.server.address().port}`
    return relay
  }

  /** Leaves a message as somebody who is not here. */
  leave(message) {
    this.#publish(undefined, message)
  }

  /** All that clients left, `{ topic, message }`, in the order of arrival. */
  messages() {
    return this.frames.flatMap(({ params }) =>
      [
        { topic: params.topic ?? params.pairingTopic, message: params.message },
        { topic: params.pairingTopic, message: params.sessionProposalResponse },
        { topic: params.sessionTopic, message: params.sessionSettlementRequest },
      ].filter(({ message }) => message),
    )
  }

  /** Breaks the sockets of a client, as a network does that goes away; without one, all. */
  cut(client) {
    const sockets = client ? this.#sockets.get(client) : this.server.clients
    for (const socket of sockets) socket.terminate()
  }

  /** Ends it and every socket. */
  stop() {
    this.cut()
    this.server.close()
  }

  #serve(socket, url) {
    const [, claims] = new URL(url, this.relayUrl).searchParams.get('auth').split('.')
    const client = JSON.parse(Buffer.from(claims, 'base64url')).iss
    this.#sockets.set(client, (this.#sockets.get(client) ?? new Set()).add(socket))
    socket.on('close', () => this.#sockets.get(client).delete(socket))
    socket.on('message', bytes => {
      const { id, method, params } = JSON.parse(bytes)
      if (!method) {
        this.#unacknowledged.get(id)?.seen.add(client)
        return
      }
      this.frames.push({ client, text: String(bytes), method, params })
      const { result, after } = this.#answer(client, method, params)
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result }))
      after?.()
    })
  }

  #answer(client, method, params) {
    const { topic, topics = [topic], pairingTopic, sessionTopic } = params
    const ids = topics.map(one => hash(one + client))
    switch (method) {
      case 'irn_subscribe':
        return { result: ids[0], after: this.#subscribe(client, topics) }
      case 'irn_batchSubscribe':
        return { result: ids, after: this.#subscribe(client, topics) }
      case 'irn_batchFetchMessages':
        return {
          result: { messages: topics.flatMap(one => this.#take(client, one)), hasMore: false },
        }
      case 'irn_publish':
        return { result: true, after: () => this.#publish(client, params) }
      case 'wc_proposeSession':
        this.#subscribe(client, [pairingTopic])
        return {
          result: true,
          after: () =>
            this.#publish(client, {
              topic: pairingTopic,
              message: params.sessionProposal,
              tag: 1100,
            }),
        }
      case 'wc_approveSession':
        return {
          result: true,
          after: () => {
            this.#subscribe(client, [sessionTopic])()
            const settle = params.sessionSettlementRequest
            this.#publish(client, { topic: sessionTopic, message: settle, tag: 1102 })
            const answer = params.sessionProposalResponse
            this.#publish(client, { topic: pairingTopic, message: answer, tag: 1101 })
          },
        }
      default:
        return { result: true }
    }
  }

  #subscribe(client, topics) {
    for (const topic of topics) {
      this.#readers.set(topic, (this.#readers.get(topic) ?? new Set()).add(client))
    }
    return () => {
      for (const kept of topics.flatMap(topic => this.#waiting(client, topic))) {
        this.#push(client, kept)
      }
    }
  }

  #publish(client, { topic, message, tag }) {
    const data = { topic, message, tag, publishedAt: Date.now() }
    const kept = { data, seen: new Set([client]) }
    this.#mailboxes.set(topic, [...(this.#mailboxes.get(topic) ?? []), kept])
    for (const reader of this.#readers.get(topic) ?? []) {
      if (reader !== client) this.#push(reader, kept)
    }
  }

  #waiting(client, topic) {
    return (this.#mailboxes.get(topic) ?? []).filter(kept => !kept.seen.has(client))
  }

  #take(client, topic) {
    const waiting = this.#waiting(client, topic)
    for (const kept of waiting) kept.seen.add(client)
    return waiting.map(({ data }) => data)
  }

  #push(client, kept) {
    const { data } = kept
    const params = { id: hash(data.topic + client), data }
    const id = this.#pushId++
    this.#unacknowledged.set(id, kept)
    const frame = { id, jsonrpc: '2.0', method: 'irn_subscription', params }
    for (const socket of this.#sockets.get(client) ?? []) socket.send(JSON.stringify(frame))
  }
}
