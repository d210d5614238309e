import { expect, type Locator, type Page } from '@playwright/test'

const withoutEmail = { email: false }

/** The demo page: a site that embeds the modal, and shows what it is told by it. */
export class Host {
  readonly button: Locator

  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {
    this.button = page.locator('header latchkit-button button')
  }

  /**
   * Opens the page; `query` as it stands in its address, `options` for `createLatchkit`. Nobody signs in by e-mail there
   * unless these say otherwise, or name another project.
   */
  async goto(query = '', options: object = {}): Promise<void> {
    const given = 'projectId' in options ? options : { remoteFeatures: withoutEmail, ...options }
    const [before = '', ...fragment] = query.split(/(?=#)/)
    const sign = before.includes('?') ? '&' : '?'
    const said = `options=${encodeURIComponent(JSON.stringify(given))}`
    await this.page.goto(`${this.origin}/${before}${sign}${said}${fragment.join('')}`)
    await expect(this.button).toBeVisible()
    if (!query.includes('create=0')) await expect(this.probe('status')).not.toBeEmpty()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await expect(this.probe('status')).not.toBeEmpty()
  }

  probe(name: string): Locator {
    return this.page.getByTestId(name)
  }

  /** What the site knows of a connection. */
  async isConnected(address: string, chain = '31337'): Promise<void> {
    await expect(this.probe('status')).toHaveText('connected')
    await expect(this.probe('address')).toHaveText(address)
    await expect(this.probe('chain-id')).toHaveText(chain)
    await expect(this.probe('caip-address')).toHaveText(`eip155:${chain}:${address}`)
    await expect(this.button).toContainText(`${address.slice(0, 6)}…${address.slice(-6)}`)
  }

  async isDisconnected(): Promise<void> {
    await expect(this.probe('status')).toHaveText('disconnected')
    await expect(this.probe('address')).toBeEmpty()
    await expect(this.button).toHaveText('Connect wallet')
  }

  /** Calls a method of the site's Latchkit; the error's code and message if it throws. */
  call(method: string, ...given: unknown[]): Promise<{ code?: number; message?: string }> {
    return this.page.evaluate(
      async ({ method, given }) => {
        const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
        try {
          await getLatchkit()[method](...given)
          return {}
        } catch (error) {
          const { code, message } = error as { code: number; message: string }
          return { code, message }
        }
      },
      { method, given },
    )
  }

  /** Sends an EIP-1193 request through the site's provider; what it came to, with the error's code. */
  request(method: string, params?: unknown): Promise<{ value?: unknown; code?: number }> {
    return this.page.evaluate(
      async ({ method, params }) => {
        const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
        const provider = getLatchkit().getProvider('eip155')
        try {
          return { value: await provider.request({ method, params }) }
        } catch (error) {
          return { code: (error as { code: number }).code }
        }
      },
      { method, params },
    )
  }
}
