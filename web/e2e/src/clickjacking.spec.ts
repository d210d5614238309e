import type { Locator, Page } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expect, test } from './fixtures.ts'
import type { Site } from './pairingLink.ts'
import { signIn, type VaultFrame, withEmail } from './signIn.ts'

/** What a page does to the frame, or to the dialog that it is in, so that somebody sees something else. */
interface Disguise {
  name: string
  /** A declaration of CSS for the frame. */
  frame?: string
  /** One for the dialog. */
  dialog?: string
  /** Declarations for an element that is put over the frame. */
  cover?: string
  /** Where that element is: within the dialog, or above it in the top layer. */
  layer?: 'card' | 'popover' | 'dialog'
  /** No press at the place of the button comes to the button. */
  isDeaf?: boolean
}

const all = 'position: fixed; inset: 0; width: 100%; height: 100%; background: white'
const through = `${all}; pointer-events: none`
/** In the middle of what is to be read, far from the button. */
const small = 'position: absolute; left: 180px; top: 200px; width: 40px; height: 20px'

const disguises: readonly Disguise[] = [
  { name: 'under something', cover: all, isDeaf: true },
  { name: 'under something that presses go through', cover: through },
  { name: 'under 40×20 pixels', cover: `${small}; background: white` },
  { name: 'under a popover that presses go through', cover: through, layer: 'popover' },
  { name: 'under another dialog', cover: through, layer: 'dialog', isDeaf: true },
  { name: 'a tenth transparent', frame: 'opacity: 0.9' },
  { name: 'in a dialog that is all but transparent', dialog: 'opacity: 0.01' },
  { name: 'blurred', frame: 'filter: blur(9px)' },
  { name: 'in a dialog without contrast', dialog: 'filter: contrast(0)' },
  { name: 'smaller', frame: 'scale: 0.95' },
  { name: 'in a smaller dialog', dialog: 'scale: 0.5' },
  { name: 'blended', frame: 'mix-blend-mode: difference' },
  { name: 'cut to its lower half', frame: 'clip-path: inset(50% 0 0 0)' },
  { name: 'in a dialog that is cut to its lower half', dialog: 'clip-path: inset(50% 0 0 0)' },
  { name: 'above the window but for its lower end', dialog: 'translate: 0 -400px' },
  { name: 'beside the window', dialog: 'translate: 3000px 0', isDeaf: true },
]

test('nothing is approved while the page disguises it, and it can be once that is over', async ({
  site,
  dialog,
  origins,
}) => {
  test.slow()
  const it = await asked(site, origins.server)
  await expect(it.armed).toBeVisible()
  for (const disguise of disguises)
    await test.step(disguise.name, async () => {
      const before = await it.presses()
      const undo = await disguised(it.frame, disguise)
      // Whatever is in the way starts no clock: nothing comes of waiting.
      await expect(it.inTheWay).toBeAttached()
      await expect(it.armed).toHaveCount(0)
      await it.frame.isThere()
      // The frame grows as it says what is in the way, and a press may miss.
      const isPressed = async () => {
        await press(it.frame, it.button)
        if (!disguise.isDeaf) expect(await it.presses()).toBeGreaterThan(before)
      }
      await expect(isPressed).toPass()
      await expect(it.inTheWay).toBeAttached()
      await expect(it.armed).toHaveCount(0)
      await dialog.shows('ApproveTransaction')
      expect(it.isAnswered()).toBe(false)
      await undo()
      await expect(it.armed).toBeVisible()
    })
  expect(it.isAnswered()).toBe(false)
  await press(it.frame, it.button)
  await it.isSigned()
  await dialog.isClosed()
})

test('the lock does not see a mask over what is to be read: pages that are not trusted take a window', async ({
  site,
  origins,
}) => {
  const it = await asked(site, origins.server)
  const mask = 'mask-image: linear-gradient(transparent 60%, #000 60%)'
  await disguised(it.frame, { name: 'masked', frame: mask })
  // What is seen takes it away, and what is left when that is over is the mask alone.
  const undo = await disguised(it.frame, { name: 'transparent', dialog: 'opacity: 0.9' })
  await expect(it.inTheWay).toBeAttached()
  await undo()
  await expect(it.armed).toBeVisible()
  await press(it.frame, it.button)
  await it.isSigned()
})

/** Somebody signs in on a page that is trusted, which asks for a signature. */
async function asked(site: Site, server: string) {
  const { host, dialog } = site
  await host.goto('?wallets=none', withEmail)
  await host.button.click()
  const email = `ada-${crypto.randomUUID()}@example.com`
  const frame = await signIn(site, server, email)
  const address = (await host.probe('address').textContent()) as Hex
  const message = 'Hello'
  const hex: Hex = `0x${Buffer.from(message).toString('hex')}`
  let isAnswered = false
  const answer = host.request('personal_sign', [hex, address]).finally(() => {
    isAnswered = true
  })
  await dialog.shows('ApproveTransaction')
  await frame.isThere()
  const place = frame.root.locator('.ArmedButton')
  await place.evaluate(countPresses)
  return {
    frame,
    /** Where the button is. */
    button: place.getByRole('button'),
    /** The same, where it takes a press. */
    armed: frame.root.locator('.ArmedButton[data-armed]'),
    /** What the frame says while something is in the way. */
    inTheWay: frame.root.getByText('Something covers this', { exact: false }),
    /** How many presses came to the button, each of which would approve. */
    presses: async () => Number(await place.getAttribute('data-presses')),
    isAnswered: () => isAnswered,
    async isSigned() {
      const { value } = await answer
      expect(await verifyMessage({ address, message, signature: value as Hex })).toBe(true)
    },
  }
}

/** Presses the mouse where the button is, whatever lies over it and however large the frame is drawn. */
async function press({ page }: VaultFrame, button: Locator): Promise<void> {
  const [within, around] = [await button.evaluate(partOf), await frameOf(page).evaluate(boxOf)]
  const { x, y, width, height } = around
  await page.mouse.click(x + width * within.x, y + height * within.y)
}

const frameOf = (page: Page) => page.locator('latchkit-modal iframe.Frame')

/** Puts a disguise on. Gives the way to take it off. */
async function disguised({ page }: VaultFrame, disguise: Disguise): Promise<() => Promise<void>> {
  const undo = await frameOf(page).evaluateHandle(putOn, disguise)
  return () => undo.evaluate(undo => undo())
}

// What follows runs in pages.

function putOn(frame: SVGElement | HTMLElement, disguise: Disguise): () => void {
  const { layer = 'card' } = disguise
  const dialog = frame.closest('dialog')
  if (!dialog) throw new Error('there is no dialog')
  // What is adopted no policy of content refuses, and what is important the dialog does not undo.
  const sheet = new CSSStyleSheet()
  for (const tree of [document, frame.getRootNode() as ShadowRoot])
    tree.adoptedStyleSheets.push(sheet)
  if (disguise.frame) sheet.insertRule(`.Frame { ${disguise.frame} !important }`)
  if (disguise.dialog) sheet.insertRule(`dialog { ${disguise.dialog} !important }`)
  const cover = document.createElement(layer === 'dialog' ? 'dialog' : 'div')
  if (disguise.cover) {
    sheet.insertRule(`.Cover { ${disguise.cover} }`)
    cover.className = 'Cover'
    if (layer === 'card') dialog.append(cover)
    else document.body.append(cover)
    if (layer === 'popover') {
      cover.popover = 'manual'
      cover.showPopover()
    }
    if (cover instanceof HTMLDialogElement) cover.showModal()
  }
  return () => {
    sheet.replaceSync('')
    cover.remove()
    // What was over it may have taken the focus.
    frame.focus()
  }
}

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect().toJSON()

/** Where the middle of an element is, as parts of its window. */
function partOf(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: (x + width / 2) / innerWidth, y: (y + height / 2) / innerHeight }
}

/** Counts in an attribute how many presses of a person came to an element, none of them the second of two quick ones. */
function countPresses(element: SVGElement | HTMLElement) {
  addEventListener(
    'click',
    event => {
      const { presses = '0' } = element.dataset
      if (event.isTrusted && event.detail === 1 && event.composedPath().includes(element))
        element.dataset.presses = String(Number(presses) + 1)
    },
    { capture: true },
  )
}
