import type { Page, Route, Worker } from '@playwright/test'

/** What the worker keeps for a test. */
type Watched = typeof globalThis & {
  memory: WebAssembly.Memory
  /** What its memory was each time that it drew random bytes. */
  atWork: ArrayBuffer[]
  /** A character for each byte. */
  written(memory: ArrayBuffer): string
}

/** The worker of the vault's frame of a page, as it ships, but that its memory is at hand. */
export class SeenSigner {
  readonly #started: Worker[] = []

  private constructor(page: Page) {
    page.on('worker', worker => this.#started.push(worker))
  }

  /** Of a page that is not opened yet. */
  static async of(page: Page): Promise<SeenSigner> {
    await page.route('**/frame/signer-*.js', watched)
    return new SeenSigner(page)
  }

  /** All that its memory holds now. */
  async memory(): Promise<Buffer> {
    return Buffer.from(await this.#only.evaluate(read), 'latin1')
  }

  /** What it held each time that the worker drew random bytes since this was asked last: in the middle of its work. */
  async memoriesAtWork(): Promise<Buffer[]> {
    const all = await this.#only.evaluate(readAtWork)
    return all.map(text => Buffer.from(text, 'latin1'))
  }

  /** Another one would have a memory of its own, in which nothing was yet. */
  get #only(): Worker {
    const [signer, ...others] = this.#started
    if (!signer || others.length > 0)
      throw new Error(`${this.#started.length} workers were started`)
    return signer
  }
}

/** Has something run before the worker's own script. */
async function watched(route: Route): Promise<void> {
  const request = route.request()
  const { host } = new URL(request.url())
  // Browsers alone know where names below `localhost` lead.
  const url = request.url().replace('//vault.localhost', '//localhost')
  const response = await route.fetch({ url, headers: { ...request.headers(), host } })
  await route.fulfill({ response, body: `(${watch})();\n${await response.text()}` })
}

// What follows runs in the worker.

function watch() {
  const kept = globalThis as Watched
  const { Instance } = WebAssembly
  const fill = crypto.getRandomValues.bind(crypto)
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports)
      kept.memory = this.exports.memory as WebAssembly.Memory
    }
  }
  crypto.getRandomValues = bytes => {
    kept.atWork.push(kept.memory.buffer.slice(0))
    return fill(bytes)
  }
  kept.atWork = []
  kept.written = memory =>
    Array.from(new Uint8Array(memory), byte => String.fromCharCode(byte)).join('')
}

function read(): string {
  const { memory, written } = globalThis as Watched
  return written(memory.buffer)
}

function readAtWork(): string[] {
  const { atWork, written } = globalThis as Watched
  return atWork.splice(0).map(written)
}
