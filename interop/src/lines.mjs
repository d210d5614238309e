/** Our module in a process, and what a browser does for it, done by Node. */

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import WebSocket from 'ws'
import { programs } from './programs.mjs'

export class Lines {
  #ends = new Map()
  #sockets = new Map()
  #hear

  /**
   * In the role that `words` say. `secrets` is what was kept; `hear` takes every line that is not for
   * the browser.
   */
  constructor(words, secrets, hear) {
    this.secrets = secrets
    this.#hear = hear
    this.child = spawn(programs.lines, words, { stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: this.child.stdout }).on('line', text => {
      const line = JSON.parse(text)
      if (line.perform) this.#perform(line.perform[0], JSON.parse(line.perform[1]))
      else this.#hear(line)
    })
  }

  /** What comes after its end, of sockets that are closing, nobody hears. */
  say(line) {
    if (this.child.stdin.writable) this.child.stdin.write(`${JSON.stringify(line)}\n`)
  }

  /** It ends without a word. */
  async end() {
    for (const end of this.#ends.values()) end()
    const ended = once(this.child, 'exit')
    this.child.stdin.end()
    await ended
  }

  #perform(id, op) {
    const reply = value => this.say({ reply: [id, JSON.stringify(value)] })
    if (op.type === 'abort') {
      this.#ends.get(id)?.()
      this.#ends.delete(id)
      return
    }
    const perform = this.#ops[op.type]
    if (!perform) throw new Error(`a page of the tests does not know ${op.type}`)
    const end = perform(op, reply, id)
    if (end) this.#ends.set(id, end)
  }

  #ops = {
    now: (_, reply) => reply({ type: 'time', ms: String(Date.now()) }),
    random: ({ bytes }, reply) =>
      reply({ type: 'bytes', base64: randomBytes(bytes).toString('base64') }),
    sleep: ({ ms }, reply) => {
      const timer = setTimeout(() => reply({ type: 'done' }), ms)
      return () => clearTimeout(timer)
    },
    keep: ({ slot, secret }, reply) => {
      this.secrets.set(slot, secret)
      reply({ type: 'done' })
    },
    recall: ({ slot }, reply) => reply({ type: 'secret', secret: this.secrets.get(slot) ?? null }),
    lock: (_, reply) => reply({ type: 'done' }),
    channel: (_, reply, id) => reply({ type: 'opened', socket: id }),
    tab: () => {},
    warn: () => {},
    send: ({ socket, text }, reply) => {
      this.#sockets.get(socket)?.send(text)
      reply({ type: 'done' })
    },
    socket: ({ url }, reply, id) => {
      const socket = new WebSocket(url)
      this.#sockets.set(id, socket)
      let last = { type: 'failed', reason: 'unreachable' }
      socket.on('open', () => {
        last = null
        reply({ type: 'opened', socket: id })
      })
      socket.on('message', bytes => reply({ type: 'frame', text: String(bytes) }))
      socket.on('error', () => {})
      socket.on('close', code => reply(last ?? { type: 'closed', code }))
      return () => socket.close()
    },
  }
}
