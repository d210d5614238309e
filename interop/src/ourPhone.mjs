/** Our phone, the wallet's role, with its person. */

import { until } from './clients.mjs'
import { Lines } from './lines.mjs'

export class OurPhone {
  /** What it shows: `{ proposals, requests, sessions, fault }`. */
  shown = { proposals: [], requests: [], sessions: [] }
  #lines

  /** Switched on, at `relays`; `secrets` is what the last one kept. */
  constructor(relays, secrets = new Map()) {
    this.secrets = secrets
    this.relays = relays
    this.#lines = new Lines(['phone'], secrets, ({ publish: [, text] }) => {
      this.shown = JSON.parse(text)
    })
    const metadata = {
      name: 'Our phone',
      description: 'Of the tests',
      url: 'https://phone.example',
      icons: ['https://phone.example/icon.png'],
      redirect: null,
    }
    this.does({ type: 'start', slot: 'phone', relays, metadata })
  }

  /** Its person does something. */
  does(intent) {
    this.#lines.say({ dispatch: [0, JSON.stringify(intent)] })
  }

  /** The first that it shows of `proposals`, `requests` or `sessions`, as soon as there is one. */
  async first(what) {
    await until(() => this.shown[what].length > 0)
    return this.shown[what][0]
  }

  /** It is switched off, without a word. */
  off() {
    return this.#lines.end()
  }
}
