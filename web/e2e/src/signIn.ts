import { expect, type FrameLocator, type Page } from '@playwright/test'
import { codeFor, mailsFor } from './mailbox.ts'
import type { Site } from './pairingLink.ts'

/** E-mail is on, as the operator has it. */
export const withEmail = { remoteFeatures: {} }

/** The vault's frame in the dialog, and the person in front of it. */
export class VaultFrame {
  readonly root: FrameLocator

  constructor(readonly page: Page) {
    this.root = page.frameLocator('latchkit-modal iframe.Frame')
  }

  get address() {
    return this.root.getByRole('textbox', { name: 'E-mail address' })
  }

  get code() {
    return this.root.getByRole('textbox', { name: 'Code of six digits' })
  }

  /** It lies where the dialog has a place for it, and rests there: before that nobody presses anything in it. */
  async isThere(): Promise<void> {
    await expect(this.page.locator('latchkit-modal .FramePlace[data-covered]')).toBeVisible()
    await this.page.locator('latchkit-modal iframe.Frame').evaluate(rest)
  }

  /** The person types the code where they see the field for it. */
  async enters(code: string): Promise<void> {
    await this.isThere()
    await this.code.pressSequentially(code)
  }

  /** A newcomer says what is to bring their wallet back. */
  async chooses(way: 'Signing in' | 'A passkey' | 'A recovery code'): Promise<void> {
    const button = this.root.getByRole('button', { name: way })
    await expect(button).toBeVisible()
    await this.isThere()
    await button.click()
  }

  /** The person has seen all of what they approve, for as long as it takes. */
  async approves(): Promise<void> {
    await this.root.locator('.ApproveButton[data-armed]').getByRole('button').click()
  }

  /** Likewise, and does not want it. What has just come takes no press: nobody means it. */
  async refuses(): Promise<void> {
    await expect(this.root.locator('.ApproveButton[data-armed]')).toBeVisible()
    await this.root.getByRole('button', { name: 'Reject' }).click()
  }
}

/** Somebody signs in on the demo page, whose dialog shows the list. */
export async function signIn({ page, dialog }: Site, server: string, email: string) {
  const frame = new VaultFrame(page)
  const before = (await mailsFor(email, server)).length
  await frame.address.fill(email)
  await frame.address.press('Enter')
  await dialog.shows('EmailVerifyOtp')
  await frame.enters(await codeFor(email, server, before))
  // Who was never mailed before has no wallet yet.
  if (before === 0) await frame.chooses('Signing in')
  await dialog.isClosed()
  return frame
}

/** Runs in the page: waits until an element has been where it is for some frames. */
async function rest(element: Element): Promise<void> {
  const place = () => JSON.stringify(element.getBoundingClientRect())
  let [last, since] = [place(), 0]
  while (since < 10) {
    await new Promise(requestAnimationFrame)
    const now = place()
    since = now === last ? since + 1 : 0
    last = now
  }
}
