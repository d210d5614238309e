import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
import type { FrameView } from '../generated/FrameView.ts'
import { usual } from '../generated/fixtures/usual.ts'
import type { VaultFrame } from '../generated/VaultFrame.ts'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

/** The frame as its op leaves it in the card, with a field in it. */
function addFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.className = 'Frame'
  frame.inert = true
  frame.style.position = 'absolute'
  frame.style.border = 'none'
  frame.style.visibility = 'hidden'
  frame.srcdoc = '<input>'
  place.dialog.element.append(frame)
  return frame
}

/** The dialog with a view of the frame, and what the engine says of that. */
function mount(view: FrameView, vault: VaultFrame) {
  place = mountState({ ...usual, route: { history: ['Account', view], forward: true }, vault })
  return addFrame()
}

const ready = (view: FrameView, height: number): VaultFrame => ({ step: 'ready', view, height })
const room = () => place.root.querySelector('.FramePlace') as HTMLElement
const show = (vault: VaultFrame) => place.publish({ vault })
const boxOf = (part: Element) => {
  const { left, top, width, height } = part.getBoundingClientRect()
  return [left, top, width, height].map(Math.round)
}

test('until the frame shows this view there is room for it, and nothing of it', async () => {
  const frame = mount('EmailVerifyOtp', { step: 'loading', height: 0 })
  const height = room().offsetHeight
  expect(height).toBeGreaterThan(100)
  expect(room().ariaBusy).toBe('true')
  expect(room().querySelector('.Skeleton')).not.toBeNull()
  show(ready('WalletSettings', 500))
  expect(room().offsetHeight).toBe(height)
  expect([frame.inert, getComputedStyle(frame).visibility]).toEqual([true, 'hidden'])
})

test('what stands there before keeps to the gutter, and is a field where one will be', async () => {
  const gutter = 20
  const partsOf = async (view: FrameView) => {
    mount(view, { step: 'loading', height: 0 })
    await Promise.all(place.dialog.element.getAnimations().map(({ finished }) => finished))
    const [left = 0, , width = 0] = boxOf(room())
    const parts = [...room().querySelectorAll('i')].map(boxOf)
    return parts.map(([at = 0, , wide, high]) => [at - left, wide === width - 2 * gutter, high])
  }
  const lines = await partsOf('EmailVerifyOtp')
  expect(lines.map(([at]) => at)).toEqual([gutter, gutter, gutter])
  place.remove()
  expect(await partsOf('EmailLogin')).toEqual([[gutter, true, 48]])
})

test('then it lies over the place, and goes with it', async () => {
  const frame = mount('EmailVerifyOtp', { step: 'loading', height: 0 })
  show(ready('EmailVerifyOtp', 180))
  expect(getComputedStyle(frame).visibility).toBe('visible')
  expect([frame.inert, frame.title]).toEqual([false, 'Sign in'])
  expect(room().offsetHeight).toBe(180)
  await expect.poll(() => boxOf(frame).join() === boxOf(room()).join()).toBe(true)
  show(ready('EmailVerifyOtp', 260))
  await expect.poll(() => boxOf(frame).join() === boxOf(room()).join()).toBe(true)
  expect(room().offsetHeight).toBe(260)
  place.publish({ route: { history: ['Account'], forward: false } })
  expect([frame.inert, getComputedStyle(frame).visibility]).toEqual([true, 'hidden'])
})

test('who comes back finds as much room as there was', () => {
  mount('UpdateEmailWallet', ready('UpdateEmailWallet', 133))
  place.remove()
  mount('UpdateEmailWallet', { step: 'loading', height: 0 })
  expect(room().offsetHeight).toBe(133)
})

test('what is approved is never cut off: it is as high as the card lets it be, and all of it is seen', async () => {
  const frame = mount('ApproveTransaction', { step: 'loading', height: 0 })
  show(ready('ApproveTransaction', 2_000))
  const body = place.root.querySelector('.body') as HTMLElement
  const isWhole = () => body.scrollHeight <= body.clientHeight && frame.style.clipPath === ''
  await expect.poll(isWhole).toBe(true)
  await expect.poll(() => place.dialog.element.offsetHeight).toBe(700 - 48)
  expect(boxOf(frame)).toEqual(boxOf(room()))
  await page.viewport(390, 500)
  await expect.poll(() => room().offsetHeight).toBeLessThan(500 - 32 - 56)
  await expect.poll(isWhole).toBe(true)
  await expect.poll(() => boxOf(frame).join() === boxOf(room()).join()).toBe(true)
})

test('where what scrolls cuts the place off, the frame is cut off too', async () => {
  const frame = mount('EmailLogin', { step: 'loading', height: 0 })
  const more = document.createElement('div')
  more.style.blockSize = '900px'
  room().after(more)
  show(ready('EmailLogin', 120))
  const body = place.root.querySelector('.body') as HTMLElement
  body.scrollTop = 50
  await expect.poll(() => frame.style.clipPath).toBe('inset(50px 0px 0px)')
  await expect.poll(() => boxOf(frame).join() === boxOf(room()).join()).toBe(true)
  body.scrollTop = 200
  await expect.poll(() => getComputedStyle(frame).visibility).toBe('hidden')
  body.scrollTop = 0
  await expect.poll(() => frame.style.clipPath).toBe('')
  expect(getComputedStyle(frame).visibility).toBe('visible')
})

test('it comes once the view has come', async () => {
  place = mountState({ ...usual, vault: ready('EmailVerifyOtp', 180) })
  const frame = addFrame()
  place.publish({ route: { history: ['Account', 'EmailVerifyOtp'], forward: true } })
  expect(getComputedStyle(frame).visibility).toBe('hidden')
  await expect.poll(() => getComputedStyle(frame).visibility).toBe('visible')
  const slides = place.root.querySelector('.body')?.getAnimations() ?? []
  expect(slides.filter(({ playState }) => playState === 'running')).toEqual([])
  expect(boxOf(frame)).toEqual(boxOf(room()))
})

test('the keyboard comes into it, and back out', async () => {
  const frame = mount('EmailVerifyOtp', { step: 'loading', height: 0 })
  await new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  expect(room().tabIndex).toBe(-1)
  show(ready('EmailVerifyOtp', 180))
  place.root.querySelector<HTMLElement>('.Header > :last-child')?.focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => place.root.activeElement).toBe(frame)
  expect(room().tabIndex).toBe(-1)
  place.root.querySelector<HTMLElement>('.Header > :last-child')?.focus()
  expect(room().tabIndex).toBe(0)
})

test('out of it the keyboard comes to what stands around the place, and round', async () => {
  const frame = mount('EmailVerifyOtp', { step: 'loading', height: 0 })
  await new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  const behind = document.createElement('button')
  const row = place.root.querySelector('.body > *')
  show(ready('EmailVerifyOtp', 180))
  const [back, close] = place.root.querySelectorAll<HTMLElement>('.Header > button')
  const leaves = (way: 'nextElementSibling' | 'previousElementSibling') => {
    close?.focus()
    frame.focus()
    dispatchEvent(new Event('blur'))
    const edge = frame[way] as HTMLElement
    expect(edge.tabIndex).toBe(0)
    edge.focus()
    return place.root.activeElement
  }
  expect(leaves('nextElementSibling')).toBe(back)
  expect(leaves('previousElementSibling')).toBe(close)
  row?.after(behind)
  expect(leaves('nextElementSibling')).toBe(behind)
  // Who comes from there comes to nothing of the frame.
  expect((frame.nextElementSibling as HTMLElement).tabIndex).toBe(-1)
})

test('while the card goes nobody comes to it', () => {
  const frame = mount('EmailVerifyOtp', { step: 'loading', height: 0 })
  show(ready('EmailVerifyOtp', 180))
  place.publish({ modal: { open: false, loading: false, shake: false } })
  expect([frame.inert, getComputedStyle(frame).visibility]).toEqual([true, 'visible'])
  place.publish({ modal: { open: true, loading: false, shake: false } })
  expect(frame.inert).toBe(false)
})

test('where the policy of the site keeps it out nobody is told to check their connection', async () => {
  mount('WalletSettings', { step: 'blocked', height: 0 })
  await expect.element(page.getByText('This site’s settings do not let it load.')).toBeVisible()
  expect(page.getByText('Check your connection').query()).toBeNull()
})

test('one that failed is asked for again', async () => {
  mount('WalletSettings', { step: 'failed', height: 0 })
  await expect.element(page.getByText('This did not load')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'retryFrame' }])
  show({ step: 'loading', height: 0 })
  expect(room().ariaBusy).toBe('true')
})
