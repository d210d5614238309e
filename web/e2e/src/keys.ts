import { expect, type Locator, type Page } from '@playwright/test'

/** How often a key is pressed at most: there is less to come to. */
const MOST = 60

/** Presses a key until a part of the page itself has the focus, which it has as soon as the key was handled. */
export async function reach(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let press = 0; press < MOST; press += 1) {
    await page.keyboard.press(key)
    if (await wanted.evaluate(element => element.matches(':focus'))) return
  }
  throw new Error(`${key} does not lead to ${wanted}`)
}

/** Presses a key for each of these in turn, and waits for it to have the focus: a frame's process hears of it later. */
export async function goThrough(page: Page, stops: Iterable<Locator>, key = 'Tab'): Promise<void> {
  for (const stop of stops) {
    await page.keyboard.press(key)
    await expect(stop).toBeFocused()
  }
}
