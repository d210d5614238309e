import { expect, type Page } from '@playwright/test'

/** The rdns of the demo page's wallet with a quirk, or of the normal one. */
export const rdnsOf = (quirk = 'wallet') => `dev.latchkit.${quirk}`

/** The wallet of the demo page, which asks in a window of its own. */
export class DevWallet {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** The window that opens by what `act` does. */
  async opensBy(act: () => Promise<unknown>): Promise<WalletWindow> {
    // The time that `act` may take is its own.
    const [window] = await Promise.all([this.#page.waitForEvent('popup', { timeout: 0 }), act()])
    return new WalletWindow(window)
  }

  /** Answers yes to everything that `act` leads to, in this order. */
  async approves(act: () => Promise<unknown>, ...methods: readonly string[]): Promise<void> {
    const window = await this.opensBy(act)
    await window.approve(...methods)
  }

  /** Something a person does in the wallet itself. */
  async act(name: 'account-2' | 'account-3' | 'chain-elsewhere' | 'disconnect'): Promise<void> {
    await this.#page.getByTestId(`wallet-${name}`).click()
  }
}

/** One window of the dev wallet. */
export class WalletWindow {
  constructor(readonly page: Page) {}

  async isAsked(method: string): Promise<void> {
    await expect(this.page.getByTestId('request')).toHaveAttribute('data-method', method)
  }

  /** Approves these requests one after the other, until the window closes. */
  async approve(...methods: readonly string[]): Promise<void> {
    await this.#decide('Approve', methods)
  }

  /** Declines one request. */
  async reject(method: string): Promise<void> {
    await this.#decide('Reject', [method])
  }

  /** The last answer closes the window, at times before the click has come back from it. */
  readonly #unlessClosed = (error: unknown) => {
    if (!this.page.isClosed()) throw error
  }

  async #decide(decision: 'Approve' | 'Reject', methods: readonly string[]) {
    const closed = this.page.waitForEvent('close', { timeout: 0 })
    for (const method of methods) {
      const request = this.page.locator(`[data-method="${method}"]`)
      const button = request.getByRole('button', { name: decision, exact: true })
      // What was never asked there is not taken for answered.
      await button.waitFor()
      await button.click().catch(this.#unlessClosed)
    }
    await closed
  }
}
