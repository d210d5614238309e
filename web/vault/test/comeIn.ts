import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** Somebody comes into the frame, as from the page around it. */
export async function comeIn(): Promise<void> {
  window.focus()
  await expect.poll(() => document.hasFocus()).toBe(true)
}

/** Whoever came in types where that led them: a view takes them to its field once it has its height. */
export async function typesAt(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.element().matches(':focus')).toBe(true)
  await userEvent.keyboard(text)
}
