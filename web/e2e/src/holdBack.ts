import type { Page } from '@playwright/test'

/** Keeps back the answers to some requests until the returned function is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(pattern, async route => {
    await released
    await route.continue()
  })
  return release
}
