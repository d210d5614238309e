import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Dialog } from './dialog.ts'
import type { Host } from './host.ts'

/** A page, and what is on it. */
export type Site = { context: BrowserContext; page: Page; host: Host; dialog: Dialog }

/** The link of the code that the modal shows now, as a visitor copies it. */
export async function copyLink({ context, page, host, dialog }: Site): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin })
  await dialog.button('Copy link').click()
  await expect(dialog.button('Link copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Chooses WalletConnect, and copies the link of its code. */
export async function chooseWalletConnect(site: Site): Promise<string> {
  await site.host.button.click()
  await site.dialog.button(/^WalletConnect/).click()
  return copyLink(site)
}
