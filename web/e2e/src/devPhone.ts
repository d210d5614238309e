import {
  type BrowserContext,
  expect,
  type FrameLocator,
  type Page,
  type WebSocket,
} from '@playwright/test'
import { accounts } from './chain.ts'
import { chooseWalletConnect, type Site } from './pairingLink.ts'

/** The dev phone: in a window of its own, or in its frame on the demo page. */
export class DevPhone {
  readonly #root: Page | FrameLocator
  /** All that it opened, where it has a window of its own. */
  readonly #sockets: WebSocket[] = []

  constructor(root: Page | FrameLocator) {
    this.#root = root
    if ('on' in root) root.on('websocket', socket => this.#sockets.push(socket))
  }

  /** Opens it in a window of its own; `path` below its address, such as `wc?uri=…`. */
  static async open(context: BrowserContext, server: string, path = ''): Promise<DevPhone> {
    const page = await context.newPage()
    const phone = new DevPhone(page)
    await page.goto(`${server}/dev/wallet/${path}`)
    return phone
  }

  get sessions() {
    return this.#root.getByTestId('phone-session')
  }

  get notes() {
    return this.#root.locator('#notes')
  }

  get request() {
    return this.#root.getByTestId('request')
  }

  button(name: string) {
    return this.#root.getByRole('button', { name, exact: true })
  }

  /** A network that a site asks for, to be ticked. */
  network(name: string) {
    return this.#root.getByRole('checkbox', { name })
  }

  async pair(code: string): Promise<void> {
    await this.#root.getByLabel('Connect to a site').fill(code)
    await this.button('Connect').click()
  }

  async isAsked(method: string): Promise<void> {
    await expect(this.request).toHaveAttribute('data-method', method)
  }

  async approve(method: string): Promise<void> {
    await this.isAsked(method)
    await this.button('Approve').click()
  }

  async reject(method: string): Promise<void> {
    await this.isAsked(method)
    await this.button('Reject').click()
  }

  /** The relay has what it said of its one session, though the site was not there to hear it. */
  async hasTold(): Promise<void> {
    await expect(this.sessions).toContainText('Waiting for the site')
  }

  /** Drops its socket. */
  async leave(): Promise<void> {
    await this.#root.getByTestId('phone-leave').click()
    await expect(this.button('Come back')).toBeVisible()
    const areClosed = () => this.#sockets.every(socket => socket.isClosed())
    await expect.poll(areClosed).toBe(true)
  }

  async comeBack(): Promise<void> {
    await this.button('Come back').click()
  }

  async reload(): Promise<void> {
    if ('reload' in this.#root) await this.#root.reload()
  }
}

/** A site and a phone that are connected. */
export async function paired(
  site: Site,
  server: string,
  ...page: Parameters<Site['host']['goto']>
): Promise<DevPhone> {
  await site.host.goto(...page)
  const link = await chooseWalletConnect(site)
  const phone = await DevPhone.open(site.context, server)
  await phone.pair(link)
  await phone.approve('wc_sessionPropose')
  await site.host.isConnected(accounts[0])
  await expect(phone.sessions).toContainText('Localhost')
  return phone
}
