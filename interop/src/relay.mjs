/** Our relay: `latchkit serve` in a process of its own, with a database of its own. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programs } from './programs.mjs'

export class Relay {
  projectId = '0123456789abcdef'.repeat(2)

  /** Starts one with nothing in it. */
  static async start() {
    const relay = new Relay()
    relay.folder = await mkdtemp(join(tmpdir(), 'latchkit-relay-'))
    relay.own = await freeAddress()
    relay.relayUrl = `ws://${relay.own}/relay`
    await relay.up()
    return relay
  }

  /** Runs it, at the same address and with what it kept. */
  async up() {
    this.child = spawn(programs.latchkit, ['serve'], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        LATCHKIT_BIND: this.own,
        LATCHKIT_PUBLIC_URL: `http://${this.own}`,
        LATCHKIT_METRICS_BIND: '',
        LATCHKIT_DATABASE: join(this.folder, 'relay.db'),
        LATCHKIT_PROJECTS: JSON.stringify({ [this.projectId]: { name: 'Tests' } }),
        LATCHKIT_LOG: 'error',
      },
    })
    this.ended = once(this.child, 'exit')
    const lines = createInterface({ input: this.child.stdout })
    await Promise.race([
      once(lines, 'line'),
      this.ended.then(([code]) => Promise.reject(new Error(`latchkit serve ended with ${code}`))),
    ])
  }

  /** Ends its process by a signal; what it keeps stays. */
  async down(signal) {
    this.child.kill(signal)
    await this.ended
  }

  /** Ends it, and all that it keeps. */
  async stop() {
    await this.down('SIGTERM')
    await rm(this.folder, { recursive: true })
  }
}

let relays = 0

/**
 * Where a server is to be found again after a restart: an address of this machine that is its own, so that
 * nobody is given its port meanwhile.
 */
async function freeAddress() {
  relays += 1
  const host = `127.${1 + (process.pid % 254)}.${Math.trunc(process.pid / 254) % 256}.${relays}`
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return `${host}:${port}`
}
