import { expect } from '@playwright/test'
import { type BrowserWindow, nameOf, type Target, type Visit } from './engine.ts'

/** A window as somebody sees it: every step waits until it can be taken. */
export class Screen {
  constructor(readonly window: BrowserWindow) {}

  async shows(target: Target): Promise<void> {
    await this.#comesTo(target, () => true, true, 'is there')
  }

  async showsNo(target: Target): Promise<void> {
    await this.#comesTo(target, () => true, undefined, 'is gone')
  }

  /** The whole text of an element. */
  async reads(target: Target, text: string): Promise<void> {
    await this.#comesTo(target, element => element.textContent, text, 'has its text')
  }

  async click(target: Target): Promise<void> {
    // What has just come takes no pointer for a moment.
    const takesClicks = (element: HTMLElement) =>
      !element.matches(':disabled') && getComputedStyle(element).pointerEvents !== 'none'
    await this.#comesTo(target, takesClicks, true, 'can be clicked on')
    await this.#rests(target)
    await this.window.click(target)
  }

  /** A dialog grows with its list: who aims at what moves misses it. */
  async #rests(target: Target) {
    const place = (element: HTMLElement) => JSON.stringify(element.getBoundingClientRect())
    let before: string | undefined
    const isStill = async () => {
      const last = before
      before = await this.window.read(target, place)
      return before !== undefined && before === last
    }
    await expect.poll(isStill, { message: `${nameOf(target)} stands still` }).toBe(true)
  }

  async #comesTo<Value>(
    target: Target,
    what: (element: HTMLElement) => Value,
    value: Value | undefined,
    hope: string,
  ) {
    const message = `${nameOf(target)} ${hope}`
    await expect.poll(() => this.window.read(target, what), { message }).toBe(value)
  }
}

/** The window that opens by what `act` does. */
export async function openedBy(visit: Visit, act: () => Promise<void>): Promise<Screen> {
  await act()
  await expect
    .poll(async () => (await visit.opened()).length, { message: 'one window opens' })
    .toBe(1)
  const [window] = await visit.opened()
  if (!window) throw new Error('The window that opened has closed by itself.')
  return new Screen(window)
}

/** Waits until every window that a page opened is closed. */
export async function allClosed(visit: Visit): Promise<void> {
  await expect
    .poll(async () => (await visit.opened()).length, { message: 'the window closes' })
    .toBe(0)
}
