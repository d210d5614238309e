import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { expect, test } from './fixtures.ts'
import { signIn, withEmail } from './signIn.ts'

/** What a page does to the frame in it, or over it; its styles, or those of an element in front of all others. */
const disguises: { readonly [name: string]: { frame?: string; over?: string } } = {
  'an element over all of it': { over: 'inset: 0; width: 100%; height: 100%' },
  'an element over some of it': { over: 'inset: auto; width: 40px; height: 20px' },
  'an element that takes no pointer': {
    over: 'inset: 0; width: 100%; height: 100%; background: none; pointer-events: none',
  },
  'that it is nearly clear': { frame: 'opacity: 0.1' },
  'a filter': { frame: 'filter: contrast(0.1)' },
  'another size': { frame: 'transform: scale(0.5)' },
  'how it blends': { frame: 'mix-blend-mode: difference' },
  'a part of it': { frame: 'clip-path: inset(60% 0 0 0)' },
  'a place out of sight': { frame: 'transform: translateX(-2000px)' },
}

/** Runs in the page. Gives what takes the disguise away again the name `undisguise`. */
function disguise({ frame, over }: { frame?: string; over?: string }): void {
  const { shadowRoot } = document.querySelector('latchkit-modal') ?? document.body
  const element = shadowRoot?.querySelector<HTMLElement>('.Frame') ?? document.body
  const box = element.getBoundingClientRect()
  const before = element.style.cssText
  element.style.cssText = `${before}; ${frame ?? ''}`
  const cover = document.createElement('div')
  if (over) {
    cover.popover = 'manual'
    cover.style.cssText = `position: fixed; margin: 0; border: 0; padding: 0; background: red; ${over}`
    if (over.includes('auto')) cover.style.translate = `${box.x + 60}px ${box.y + 60}px`
    document.body.append(cover)
    cover.showPopover()
  }
  Object.assign(window, {
    undisguise() {
      element.style.cssText = before
      cover.remove()
    },
  })
}

const undisguise = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, 'undisguise') as () => void)())

test('nothing is approved of a frame that the page disguises, and all once it does not', async ({
  site,
  page,
  host,
  dialog,
  origins,
}) => {
  test.setTimeout(120_000)
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, `ada-${crypto.randomUUID()}@example.com`)
  const address = (await host.probe('address').textContent()) as Hex
  const signed = host.request('personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  const armed = frame.root.locator('.ApproveButton[data-armed]')
  await expect(armed).toBeVisible()
  const button = await frame.root.locator('.ApproveButton').boundingBox()
  for (const [name, parts] of Object.entries(disguises)) {
    await page.evaluate(disguise, parts)
    await expect(armed, name).toHaveCount(0)
    await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
    await dialog.shows('ApproveTransaction')
    await undisguise(page)
    // Whoever pressed on the page has to come back to the frame.
    await frame.root.locator('.Approve header').click()
    await expect(armed, `${name}, no more`).toHaveCount(1)
  }
  await frame.approves()
  expect(await signed).toEqual({ value: expect.stringMatching(/^0x/) })
})

// This is why a page has to be trusted, and all others have a window: once browsers tell of it, the lock can hold it.
test('of a mask over the frame no browser tells', async ({ site, page, host, dialog, origins }) => {
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const frame = await signIn(site, origins.server, `ada-${crypto.randomUUID()}@example.com`)
  const address = (await host.probe('address').textContent()) as Hex
  void host.request('personal_sign', ['0x48656c6c6f', address]).catch(() => undefined)
  await dialog.shows('ApproveTransaction')
  const mask = { frame: 'mask-image: linear-gradient(transparent 60%, #000 60%)' }
  await page.evaluate(disguise, mask)
  await expect(frame.root.locator('.ApproveButton[data-armed]')).toBeVisible()
  await undisguise(page)
  await frame.refuses()
})
