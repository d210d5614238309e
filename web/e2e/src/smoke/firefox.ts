import { type ElementHandle, launch, type Page } from 'puppeteer-core'
import {
  type BrowserWindow,
  type Engine,
  expressionOf,
  nameOf,
  type Target,
  type Visit,
} from './engine.ts'

const limitMs = 15_000

/**
 * Firefox as it is installed, by WebDriver BiDi. Puppeteer would switch popup blocking off, which is not
 * what people meet.
 */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: { 'dom.disable_open_during_load': true },
    protocolTimeout: limitMs,
  })
  return {
    async visit(): Promise<Visit> {
      const context = await browser.createBrowserContext()
      const heard: string[] = []
      const first = await context.newPage()
      hear(first, heard)
      first.on('popup', page => page && hear(page, heard))
      return {
        window: new FirefoxWindow(first),
        async opened() {
          const pages = await context.pages()
          return pages.filter(page => page !== first).map(page => new FirefoxWindow(page))
        },
        heard,
        expected: [],
        end: () => context.close(),
      }
    },
    stop: () => browser.close(),
  }
}

class FirefoxWindow implements BrowserWindow {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(address: string) {
    await this.#page.goto(address, { timeout: limitMs })
  }

  async reload() {
    await this.#page.reload({ timeout: limitMs })
  }

  async read<Value>(target: Target, what: (element: HTMLElement) => Value) {
    return (await this.#page.evaluate(expressionOf(target, what))) as Value | undefined
  }

  async click(target: Target) {
    const found = await this.#page.evaluateHandle(expressionOf(target, element => element))
    const element = found.asElement() as ElementHandle<Element> | null
    if (!element) throw new Error(`There is no ${nameOf(target)} to click on.`)
    await element.click()
  }
}

function hear(page: Page, heard: string[]) {
  page.on('console', message => {
    const type = message.type()
    if (type === 'error' || type === 'warn') heard.push(`${type}: ${message.text()}`)
  })
  page.on('pageerror', error => heard.push(`exception: ${error}`))
}
