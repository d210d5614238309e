import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const limitMs = 10_000

/** A program that runs beside the tests. */
export class Program {
  readonly #name: string
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(name: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#name = name
    // A group of its own, so that what it starts is ended with it.
    this.#child = spawn(name, words, { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    this.#ended = new Promise(resolve => {
      this.#child.on('exit', resolve).on('error', resolve)
    })
  }

  /** The first line that it prints. */
  async firstLine(): Promise<string> {
    if (!this.#child.stdout) throw new Error(`${this.#name} cannot be read.`)
    const lines = createInterface({ input: this.#child.stdout })
    const line = once(lines, 'line', { signal: AbortSignal.timeout(limitMs) }).catch(cause => {
      throw new Error(`${this.#name} printed nothing within ${limitMs} ms.`, { cause })
    })
    const [first] = await Promise.race([line, this.#ended.then(() => [])])
    if (first === undefined) throw new Error(`${this.#name} did not start. Is it installed?`)
    return first
  }

  /** Ends it and all that it started. */
  async stop(): Promise<void> {
    const { pid } = this.#child
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM')
    } catch {
      // All of it has ended already.
    }
    await this.#ended
  }
}
