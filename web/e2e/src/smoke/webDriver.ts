import { createServer } from 'node:net'
import { expect } from '@playwright/test'

/** More than the driver may take for a page or a script. */
const limitMs = 20_000

/** Capabilities that any session has: the driver gives up first, and says at what. */
const alwaysMatch = { timeouts: { pageLoad: 15_000, script: 10_000, implicit: 0 } }

/** A session of a WebDriver, as W3C has it: each command is one request. */
export class WebDriver {
  readonly #session: string

  private constructor(session: string) {
    this.#session = session
  }

  /** Waits until a driver listens. */
  static async isReady(driver: string): Promise<void> {
    const isReady = async () => {
      const answer = await fetch(`${driver}/status`).catch(() => undefined)
      return answer?.ok
    }
    await expect.poll(isReady, { message: `a WebDriver answers at ${driver}` }).toBe(true)
  }

  static async open(driver: string): Promise<WebDriver> {
    const capabilities = { alwaysMatch }
    const made = await call<{ sessionId: string }>('POST', `${driver}/session`, { capabilities })
    return new WebDriver(`${driver}/session/${made.sessionId}`)
  }

  get<Value>(command: string): Promise<Value> {
    return call('GET', `${this.#session}/${command}`)
  }

  post<Value>(command: string, given: object = {}): Promise<Value> {
    return call('POST', `${this.#session}/${command}`, given)
  }

  async end(): Promise<void> {
    await call('DELETE', this.#session)
  }
}

async function call<Value>(method: string, address: string, given?: object): Promise<Value> {
  const answer = await fetch(address, {
    method,
    signal: AbortSignal.timeout(limitMs),
    ...(given && { body: JSON.stringify(given) }),
  }).catch(cause => {
    throw new Error(`The driver does not answer ${method} ${address}.`, { cause })
  })
  const { value } = (await answer.json()) as { value: Value & { error: string; message: string } }
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}. ${value.message}`)
  return value
}

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  await new Promise(resolve => server.close(resolve))
  return port
}
