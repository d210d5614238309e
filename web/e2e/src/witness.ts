import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** The server of the tests has a node of the local chain only, and wallets are on others, too. */
const usual = /The server has no node of (?!eip155:31337)/

/**
 * Hears everything that must not happen in a browser: requests to strangers, console errors and
 * warnings (refusals of the policy are among them), exceptions.
 */
export class Witness {
  readonly #allowed: Set<string>
  readonly #heard: string[] = []
  readonly #expected: RegExp[] = []
  readonly #requested: string[] = []

  constructor(context: BrowserContext, origins: readonly string[]) {
    this.#allowed = new Set(origins)
    context.on('console', message => this.#console(message))
    context.on('weberror', error => this.#heard.push(`exception: ${text(error.error())}`))
    context.on('request', request => this.#request(request.url()))
  }

  /** This will be heard, at least once, and is no failure. */
  expect(...sayings: readonly RegExp[]) {
    this.#expected.push(...sayings)
  }

  /** Requests to this origin are as good as those to the host's. */
  allow(origin: string) {
    this.#allowed.add(origin)
  }

  /** Every URL that was requested so far, by any page. */
  get requested(): readonly string[] {
    return this.#requested
  }

  /** How often something was heard. */
  count(saying: RegExp): number {
    return this.#heard.filter(one => saying.test(one)).length
  }

  /** What was heard and not expected, and what was expected in vain. */
  verdict(): string[] {
    const isExpected = (saying: string) => [usual, ...this.#expected].some(one => one.test(saying))
    const inVain = this.#expected.filter(one => !this.#heard.some(saying => one.test(saying)))
    return [
      ...this.#heard.filter(saying => !isExpected(saying)),
      ...inVain.map(one => `never heard: ${one}`),
    ]
  }

  #console(message: ConsoleMessage) {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    this.#heard.push(`${type}: ${message.text()} (${message.location().url})`)
  }

  #request(url: string) {
    this.#requested.push(url)
    const { origin, protocol } = new URL(url)
    if (protocol === 'data:' || protocol === 'blob:' || this.#allowed.has(origin)) return
    this.#heard.push(`request to a stranger: ${url}`)
  }
}

const text = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
