import { expect } from 'vitest'

/** Somebody comes into the frame, as from the page around it. */
export async function comeIn(): Promise<void> {
  window.focus()
  await expect.poll(() => document.hasFocus()).toBe(true)
}
