import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './latchkitDev.ts'

/** What a page asks for a session, as the wallet tells it. */
export type Proposal = {
  readonly id: number
  readonly params: {
    readonly proposer: { readonly metadata: { readonly name: string; readonly url: string } }
    readonly requiredNamespaces: Readonly<Record<string, Proposed>>
    readonly optionalNamespaces: Readonly<Record<string, Proposed>>
  }
}
export type Proposed = {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
/** What a wallet gives: CAIP-10 accounts. */
export type Approved = {
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type SessionRequest = {
  readonly id: number
  readonly topic: string
  readonly params: {
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }
}
type Fault = { readonly code?: number; readonly message: string }
type Events = {
  session_proposal: Proposal
  session_request: SessionRequest
  session_delete: { readonly topic: string }
  session_ping: { readonly topic: string }
}
type Line = { id?: number; value?: unknown; fault?: Fault; event?: keyof Events }

/** The longest that a wallet takes for anything, so that a journey that waits in vain says for what. */
const PATIENCE_MS = 12_000

/** Settles as this does, or says what it waited for in vain. */
async function inTime<T>(what: string, settled: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The wallet: nothing came of ${what} in ${PATIENCE_MS} ms.`)
    timer = setTimeout(reject, PATIENCE_MS, error)
  })
  return Promise.race([settled, late]).finally(() => clearTimeout(timer))
}

/**
 * A wallet that is not ours: `@walletconnect/sign-client` in a process of its own, `interop/wallet.mjs`.
 * Its packages are those of `npm ci --ignore-scripts --prefix interop`.
 */
export class JsWallet {
  #count = 0
  #answers = new Map<number, (line: Line) => void>()
  /** What it told and nobody has taken yet, and who waits for more. */
  #told: Line[] = []
  #waiting: { event: keyof Events; give(value: unknown): void }[] = []
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Opens it at a relay (`ws://…`), with nothing stored. */
  static async start(version: '2.17.1' | '2.21.8', relayUrl: string, projectId: string) {
    const program = join(root, 'interop/wallet.mjs')
    const stdio = ['pipe', 'pipe', 'inherit'] as const
    const child = spawn('node', [program, version, relayUrl, projectId], { stdio: [...stdio] })
    const wallet = new JsWallet(child)
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', line => wallet.#hear(JSON.parse(line)))
    }
    await wallet.open()
    return wallet
  }

  /** The next of this kind that it tells, or has told and nobody took. */
  next<Name extends keyof Events>(event: Name): Promise<Events[Name]> {
    const at = this.#told.findIndex(line => line.event === event)
    const [line] = at < 0 ? [] : this.#told.splice(at, 1)
    if (line) return Promise.resolve(line.value as Events[Name])
    const told = new Promise<Events[Name]>(resolve => {
      this.#waiting.push({ event, give: value => resolve(value as Events[Name]) })
    })
    return inTime(event, told)
  }

  /** Opens it again, with what it stored. */
  open = () => this.#ask('open')
  /** It goes away as an app does that is swiped off: without a word. */
  close = () => this.#ask('close')
  pair = (uri: string) => this.#ask('pair', { uri })
  /** Gives the session's topic once the page has settled. */
  approve = (proposal: number, namespaces: Readonly<Record<string, Approved>>) =>
    this.#ask('approve', { proposal, namespaces }) as Promise<string>
  reject = (proposal: number, reason: Fault) => this.#ask('reject', { proposal, reason })
  respond = (to: SessionRequest, result: unknown) =>
    this.#ask('respond', { topic: to.topic, request: to.id, result })
  refuse = (to: SessionRequest, error: Fault) =>
    this.#ask('respond', { topic: to.topic, request: to.id, error })
  update = (topic: string, namespaces: Readonly<Record<string, Approved>>) =>
    this.#ask('update', { topic, namespaces })
  extend = (topic: string) => this.#ask('extend', { topic })
  emit = (topic: string, chainId: string, name: string, value: unknown) =>
    this.#ask('emit', { topic, chainId, event: { name, data: value } })
  ping = (topic: string) => this.#ask('ping', { topic })
  disconnect = (topic: string) =>
    this.#ask('disconnect', { topic, reason: { code: 6000, message: 'User disconnected.' } })
  sessions = () => this.#ask('sessions') as Promise<readonly { readonly topic: string }[]>

  /** Ends its process. */
  async stop() {
    const ended = once(this.#child, 'exit')
    this.#child.stdin?.end()
    await ended
  }

  async #ask(ask: string, words: object = {}): Promise<unknown> {
    const id = ++this.#count
    const answer = new Promise<Line>(resolve => {
      this.#answers.set(id, resolve)
    })
    this.#child.stdin?.write(`${JSON.stringify({ id, ask, ...words })}\n`)
    const { value, fault } = await inTime(ask, answer)
    if (fault) throw Object.assign(new Error(`${ask}: ${fault.message}`), { code: fault.code })
    return value
  }

  #hear(line: Line) {
    if (line.id !== undefined) {
      this.#answers.get(line.id)?.(line)
      this.#answers.delete(line.id)
      return
    }
    const at = this.#waiting.findIndex(({ event }) => event === line.event)
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1)
    if (waiting) waiting.give(line.value)
    else this.#told.push(line)
  }
}
