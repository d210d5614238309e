import { expect, type Locator, type Page } from '@playwright/test'
import type { View } from '../../modal/src/generated/View.ts'

export type ViewName = View | 'Unexpected'

/** The modal, whichever instance of the page has it open. */
export class Dialog {
  readonly root: Locator
  readonly heading: Locator
  readonly skeletons: Locator
  /** The rows of wallets, but the one that stands for all on phones. */
  readonly here: Locator

  constructor(page: Page) {
    this.root = page.locator('latchkit-modal dialog[open]')
    this.heading = this.root.getByRole('heading', { level: 3 })
    this.skeletons = this.root.locator('.Skeleton.row')
    this.here = this.root.locator('[data-wallet]:not([data-wallet="walletConnect"])')
  }

  async shows(view: ViewName): Promise<void> {
    await expect(this.root).toHaveAttribute('data-view', view)
  }

  async isClosed(): Promise<void> {
    await expect(this.root).toHaveCount(0)
  }

  walletRow(rdns: string): Locator {
    return this.root.locator(`[data-wallet="${rdns}"]`)
  }

  networkRow(chain: string): Locator {
    return this.root.locator(`[data-network="${chain}"]`)
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name })
  }

  /** One view back. There is a wallet called Backpack. */
  async back(): Promise<void> {
    await this.root.getByRole('button', { name: 'Back', exact: true }).click()
  }

  async close(): Promise<void> {
    await this.button('Close').click()
    await this.isClosed()
  }

  /** Clicks beside the card. Until the button takes the pointer, the backdrop does not either. */
  async clickBackdrop(): Promise<void> {
    await this.button('Close').hover()
    await this.root.page().mouse.click(5, 5)
  }
}
