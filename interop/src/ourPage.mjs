/** A page with our module, as the engine asks it. */

import { Lines } from './lines.mjs'

export class OurPage {
  #asks = new Map()
  #lastAsk = 0
  #lines

  /** Of `relays`, `{ url, projectId }`. `secrets` is what was kept; handed to the next page, it was reloaded. */
  constructor(relays, secrets = new Map()) {
    this.secrets = secrets
    this.config = {
      name: '@latchkit/default:walletconnect',
      relays,
      metadata: {
        name: 'Our page',
        description: 'Of the tests',
        url: 'https://page.example',
        icons: ['https://page.example/icon.png'],
        redirect: null,
      },
      chains: ['eip155:1', 'eip155:137'],
      required: [],
    }
    this.#lines = new Lines([], secrets, ({ answer: [id, text] }) => {
      this.#asks.get(id)?.(JSON.parse(text))
    })
  }

  /** The same page after a reload: everything is gone but what was kept. */
  async reload() {
    await this.close()
    return new OurPage(this.config.relays, this.secrets)
  }

  /** It is closed without a word. */
  close() {
    return this.#lines.end()
  }

  /**
   * Asks the module; `told` hears every answer, `value` settles with the result or rejects with the
   * error.
   */
  ask(what, session = null, told = () => {}) {
    const id = ++this.#lastAsk
    const value = new Promise((resolve, reject) => {
      this.#asks.set(id, answer => {
        told(answer)
        if (answer.type === 'value') resolve(answer.value)
        if (answer.type === 'refused') reject(answer.error)
      })
    })
    // Whoever does not await it does not mind.
    value.catch(() => {})
    const wallet = 'walletConnect'
    const ask = { wallet, namespace: 'eip155', session, config: this.config, what }
    this.#lines.say({ ask: [id, JSON.stringify(ask)] })
    return { value, cancel: () => this.#lines.say({ cancel: [id, ''] }) }
  }

  request(method, params, session, told) {
    const chain = session ? 'eip155:1' : null
    return this.ask({ type: 'request', method, params, chain }, session, told)
  }

  /** Has a person connect; gives the code, and what comes of it. */
  async connect() {
    const pairings = []
    let ready
    const code = new Promise(resolve => {
      ready = resolve
    })
    const options = [{ chain: null, silent: false }]
    const { value, cancel } = this.request('connect', options, null, answer => {
      if (answer.type !== 'progress') return
      pairings.push(answer.value.type)
      if (answer.value.type === 'ready') ready(answer.value.uri)
    })
    return { uri: await code, connected: value, pairings, cancel }
  }

  /** The session that is there, asked without a person. */
  look(session) {
    return this.request('connect', [{ chain: null, silent: true }], session).value
  }

  /** What is told of a session, into a list. */
  events(session) {
    const heard = []
    this.ask({ type: 'events' }, session, ({ name, value }) => heard.push([name, value]))
    return heard
  }
}
