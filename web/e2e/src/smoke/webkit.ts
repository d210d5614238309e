import {
  type BrowserWindow,
  type Engine,
  expressionOf,
  nameOf,
  type Target,
  type Visit,
} from './engine.ts'
import { Program } from './program.ts'
import { freePort, WebDriver } from './webDriver.ts'

/** Debian's WebKitGTK with the window that comes with it, on a display that nobody sees. */
export async function startWebKit(): Promise<Engine> {
  const display = new Program('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'])
  const running = [display]
  const stop = async () => {
    for (const program of running.toReversed()) await program.stop()
  }
  try {
    const port = await freePort()
    const env = {
      ...process.env,
      DISPLAY: `:${await display.firstLine()}`,
      // Containers refuse the namespaces that its sandbox is made of.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    }
    running.push(new Program('WebKitWebDriver', [`--port=${port}`], env))
    const driver = `http://127.0.0.1:${port}`
    await WebDriver.isReady(driver)
    return { visit: () => visit(driver), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function visit(driver: string): Promise<Visit> {
  const session = await WebDriver.open(driver)
  const first = await session.get<string>('window')
  return {
    window: new WebKitWindow(session, first),
    async opened() {
      const handles = await session.get<string[]>('window/handles')
      const others = handles.filter(handle => handle !== first)
      return others.map(handle => new WebKitWindow(session, handle))
    },
    heard: [],
    expected: [],
    end: () => session.end(),
  }
}

class WebKitWindow implements BrowserWindow {
  readonly #session: WebDriver
  readonly #handle: string

  constructor(session: WebDriver, handle: string) {
    this.#session = session
    this.#handle = handle
  }

  async goto(url: string) {
    await this.#command('url', { url })
  }

  async reload() {
    await this.#command('refresh')
  }

  async read<Value>(target: Target, what: (element: HTMLElement) => Value) {
    const value = await this.#evaluate<Value | null>(expressionOf(target, what))
    return value ?? undefined
  }

  async click(target: Target) {
    const found = await this.#evaluate<object | null>(expressionOf(target, element => element))
    if (!found) throw new Error(`There is no ${nameOf(target)} to click on.`)
    // An element goes over the wire as an object whose one value is its name.
    const [element] = Object.values(found)
    await this.#command(`element/${element}/click`)
  }

  #evaluate<Value>(expression: string): Promise<Value> {
    return this.#command('execute/sync', { script: `return ${expression}`, args: [] })
  }

  /** A session has one window that commands go to. */
  async #command<Value>(command: string, given?: object): Promise<Value> {
    await this.#session.post('window', { handle: this.#handle })
    return this.#session.post(command, given)
  }
}
