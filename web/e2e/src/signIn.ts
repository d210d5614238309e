import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { ViewName } from './dialog.ts'
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
    await expect(this.page.locator('latchkit-modal .FramePlace[data-covered]')).toBeVisible()
  }

  /** What presses are taken of, once all of it was seen for as long as it takes. */
  get #armed() {
    return this.root.locator('.ArmedButton[data-armed]')
  }

  /** It is pressed where it stays: the frame grows with what it says. */
  async #presses(button: Locator): Promise<void> {
    await expect(button).toBeVisible()
    await this.isThere()
    await button.click()
  }

  /** The person types the code where they see the field for it. */
  async enters(code: string): Promise<void> {
    await this.isThere()
    await this.code.pressSequentially(code)
  }

  /** A newcomer says what is to bring their wallet back, once they have seen all of it for as long as it takes. */
  async chooses(way: 'Signing in' | 'A passkey' | 'A recovery code'): Promise<void> {
    await this.#presses(this.#armed.getByRole('button', { name: way }))
  }

  /** The person has seen all of what they approve, for as long as it takes. */
  async approves(): Promise<void> {
    await this.#presses(this.#armed.getByRole('button'))
  }

  /** Likewise, and does not want it. What has just come takes no press: nobody means it. */
  async refuses(): Promise<void> {
    await expect(this.#armed).toBeVisible()
    await this.#presses(this.root.getByRole('button', { name: 'Reject' }))
  }

  /** The person wants the wallet's words, once they see its settings where they stay. */
  async wantsWords(): Promise<void> {
    await this.#presses(this.root.getByRole('button', { name: /^Words of the wallet/ }))
  }

  /** The wallet's words, which show in its settings as long as the button is held. */
  async words(): Promise<string> {
    await this.wantsWords()
    await this.root.getByRole('button', { name: 'Hold to show' }).hover()
    await this.page.mouse.down()
    const words = await this.root.locator('ol.SecretWords li').allTextContents()
    await this.page.mouse.up()
    await this.root.getByRole('button', { name: 'Done' }).click()
    return words.join(' ')
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

/**
 * Somebody asks for a mail who was mailed to just before, and is shown what comes next: a mailbox gets one mail in half a
 * minute.
 */
export async function asksAgain(
  { page, dialog }: Site,
  email: string,
  next: ViewName = 'EmailVerifyOtp',
): Promise<VaultFrame> {
  const frame = new VaultFrame(page)
  const isTaken = async () => {
    // It came after all.
    if ((await dialog.root.getAttribute('data-view')) === next) return
    await frame.address.fill(email)
    await frame.address.press('Enter')
    await dialog.shows(next)
  }
  await expect(isTaken).toPass({ timeout: 60_000 })
  return frame
}

/** They sign in by the code that it has. */
export async function signInAgain(site: Site, server: string, email: string): Promise<VaultFrame> {
  const before = (await mailsFor(email, server)).length
  const frame = await asksAgain(site, email)
  await frame.enters(await codeFor(email, server, before))
  return frame
}

/**
 * Runs in the page: waits until an element has been where it is for longer than the half second in which Chromium drops
 * what is pressed in a frame of another origin that moved.
 */
async function rest(element: Element): Promise<void> {
  const place = () => JSON.stringify(element.getBoundingClientRect())
  let [last, since] = [place(), performance.now()]
  while (performance.now() - since < 600) {
    await new Promise(requestAnimationFrame)
    const now = place()
    if (now !== last) [last, since] = [now, performance.now()]
  }
}
