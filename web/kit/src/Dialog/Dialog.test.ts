import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { entryCss } from '../styles/entryCss.ts'
import viewDialog from '../styles/viewDialog.css?inline'
import { type Attendance, attend } from './attend.ts'
import { createDialog, type Dialog } from './Dialog.ts'
import { html, skeletonRows } from './draw.ts'

const onDismiss = vi.fn()
let opener: HTMLButtonElement
let dialog: Dialog
let attendance: Attendance

beforeEach(async () => {
  await page.viewport(800, 700)
  onDismiss.mockReset()
  opener = document.createElement('button')
  opener.textContent = 'Opener'
  const host = document.createElement('latchkit-test')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(entryCss + viewDialog)
  root.adoptedStyleSheets = [sheet]
  document.body.replaceChildren(opener, host)
  const places = html('div', '', ...skeletonRows(3))
  dialog = createDialog({
    title: 'Connect',
    closeLabel: 'Close',
    places,
    element: html('dialog', 'Dialog'),
    onDismiss,
  })
  root.append(dialog.element)
  attendance = attend(dialog)
  opener.focus()
})

afterEach(() => {
  attendance.end()
  dialog.destroy()
})

const root = () => dialog.element.getRootNode() as ShadowRoot
const box = () => dialog.element.getBoundingClientRect()
const click = (x: number, y: number) =>
  document.elementFromPoint(x, y) &&
  userEvent.click(document.documentElement, { position: { x, y } })
const finish = () =>
  Promise.allSettled(
    [dialog.element, dialog.view].flatMap(it => it.getAnimations()).map(a => a.finished),
  )

test('is painted at once: a name, a close button, three rows', async () => {
  dialog.open()
  await expect.element(page.getByRole('dialog', { name: 'Connect' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Connect' })).toBeVisible()
  expect(dialog.view.querySelectorAll('.Skeleton.row').length).toBe(3)
  expect(dialog.element.offsetWidth).toBe(360)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(onDismiss).toHaveBeenCalledOnce()
})

test('opened twice it stays one dialog', () => {
  dialog.open()
  expect(() => dialog.open()).not.toThrow()
})

test('takes the focus and gives it back', async () => {
  dialog.open()
  expect(root().activeElement).toBe(dialog.element)
  await userEvent.tab()
  expect(root().activeElement?.getAttribute('aria-label')).toBe('Close')
  await dialog.close()
  expect(document.activeElement).toBe(opener)
})

test('the card has the height of what comes, also where the browser tells nobody of sizes', async () => {
  attendance.end()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  attendance = attend(dialog)
  vi.unstubAllGlobals()
  dialog.open()
  const tall = html('div')
  tall.style.height = '321px'
  dialog.view.replaceChildren(tall)
  await vi.waitFor(() => expect(dialog.element.style.getPropertyValue('--lk-block')).toBe('321px'))
  tall.append(html('p', '', 'More'))
  tall.style.height = 'auto'
  await vi.waitFor(() =>
    expect(dialog.element.style.getPropertyValue('--lk-block')).toBe(`${tall.offsetHeight}px`),
  )
})

test('keeps the focus when the focused part goes', async () => {
  dialog.open()
  await userEvent.tab()
  dialog.view.replaceChildren('The view')
  await expect.poll(() => root().activeElement).toBe(dialog.element)
})

test('Escape is reported, closes nothing and stays inside', async () => {
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  dialog.open()
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  document.removeEventListener('keydown', heard)
  expect(onDismiss).toHaveBeenCalledTimes(3)
  expect(dialog.element.open).toBe(true)
  expect(heard).not.toHaveBeenCalled()
})

test('a close request of the browser is reported too', () => {
  dialog.open()
  const request = new Event('cancel', { cancelable: true })
  dialog.element.dispatchEvent(request)
  expect(request.defaultPrevented).toBe(true)
  expect(onDismiss).toHaveBeenCalledOnce()
})

test('a close that could not be refused lets go of the page and is reported', async () => {
  dialog.open()
  dialog.element.close()
  await expect.poll(() => onDismiss.mock.calls.length).toBe(1)
  expect(getComputedStyle(document.documentElement).overflow).toBe('visible')
})

test('the backdrop is reported, the card is not', async () => {
  dialog.open()
  await finish()
  await click(box().left + 30, box().bottom - 10)
  expect(onDismiss).not.toHaveBeenCalled()
  await click(20, 20)
  expect(onDismiss).toHaveBeenCalledOnce()
})

test('the second click of a double click reaches neither the card that has just come nor the backdrop', async () => {
  dialog.open()
  const close = dialog.view.querySelector('button')?.getBoundingClientRect() as DOMRect
  const top = () => root().elementFromPoint(close.left + 10, close.top + 10)
  expect(top()).toBe(dialog.element)
  const at = (type: string) =>
    dialog.element.dispatchEvent(new PointerEvent(type, { clientX: 5, clientY: 5, bubbles: true }))
  at('pointerdown')
  at('click')
  expect(onDismiss).not.toHaveBeenCalled()
  await finish()
  expect(top()?.closest('button')).not.toBeNull()
  at('pointerdown')
  at('click')
  expect(onDismiss).toHaveBeenCalledOnce()
})

test('a drag from the card to the backdrop is no click on it', () => {
  dialog.open()
  const at = (type: string, clientX: number, clientY: number) =>
    dialog.element.dispatchEvent(new PointerEvent(type, { clientX, clientY, bubbles: true }))
  at('pointerdown', box().left + 30, box().top + 30)
  at('click', 5, 5)
  expect(onDismiss).not.toHaveBeenCalled()
})

test('the page does not scroll behind it, and is as it was afterwards', async () => {
  const before = document.adoptedStyleSheets.length
  dialog.open()
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  expect(document.documentElement.getAttribute('style')).toBeNull()
  await dialog.close()
  expect(getComputedStyle(document.documentElement).overflow).toBe('visible')
  expect(document.adoptedStyleSheets.length).toBe(before)
})

test('close resolves when the exit is over; it can be opened again', async () => {
  dialog.open()
  await finish()
  const closed = dialog.close()
  expect(getComputedStyle(dialog.element).display).toBe('block')
  await closed
  expect(getComputedStyle(dialog.element).display).toBe('none')
  dialog.open()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(onDismiss).not.toHaveBeenCalled()
})

test('its height follows the view in 150 ms and stays within the page', async () => {
  dialog.open()
  await finish()
  const before = box().height
  const place = document.createElement('div')
  const tall = document.createElement('div')
  place.className = 'layout'
  tall.className = 'body'
  place.append(tall)
  tall.append(...Array.from({ length: 60 }, () => document.createElement('p')))
  for (const line of tall.children) line.textContent = 'A line'
  // It is looked at where it begins: in the frame in which the view is found to be higher.
  const began = new Promise<Animation>(done =>
    new ResizeObserver(() => {
      const [it] = dialog.element.getAnimations()
      if (it) done(it)
    }).observe(dialog.view),
  )
  dialog.view.replaceChildren(place)
  const moving = await began
  expect(moving.effect?.getComputedTiming().duration).toBe(150)
  await finish()
  expect(box().height).toBeGreaterThan(before)
  expect(box().height).toBe(700 - 48)
  expect(tall.scrollHeight).toBeGreaterThan(tall.clientHeight)
})

test('the focus that comes to what is below its edge does not scroll it', async () => {
  dialog.open()
  await finish()
  const low = document.createElement('button')
  low.style.cssText = 'position: absolute; top: 900px; inline-size: 50px; block-size: 50px'
  dialog.element.append(low)
  low.focus()
  low.scrollIntoView()
  expect([dialog.element.scrollTop, low.matches(':focus')]).toEqual([0, true])
})

test('shakes for 500 ms and says its title again', async () => {
  dialog.open()
  await finish()
  attendance.shake(true)
  const [shaking] = dialog.element.getAnimations() as CSSAnimation[]
  expect(shaking?.animationName).toBe('lk-shake')
  expect(shaking?.effect?.getComputedTiming().duration).toBe(500)
  await expect.element(page.getByRole('status')).toHaveTextContent('Connect')
  attendance.shake(false)
  await expect.element(page.getByRole('status')).toHaveTextContent('')
})

test('on a narrow page it is a sheet at the foot', async () => {
  await page.viewport(430, 700)
  dialog.open()
  await finish()
  expect(box().width).toBe(430)
  expect(box().bottom).toBe(700)
  const { borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(dialog.element)
  expect([borderTopLeftRadius, borderBottomLeftRadius]).toEqual(['24px', '0px'])
})

test('with reduced motion it fades and does not move', async () => {
  await media('prefers-reduced-motion', 'reduce')
  dialog.open()
  const moving = dialog.element.getAnimations() as CSSTransition[]
  expect(moving.map(({ transitionProperty }) => transitionProperty)).toContain('opacity')
  expect(moving.map(({ transitionProperty }) => transitionProperty)).not.toContain('scale')
  attendance.shake(true)
  expect(dialog.element.getAnimations().some(a => a instanceof CSSAnimation)).toBe(false)
  await media('prefers-reduced-motion', '')
})

test('with forced colours the card has a border', async () => {
  await media('forced-colors', 'active')
  dialog.open()
  expect(getComputedStyle(dialog.element).borderTopStyle).toBe('solid')
  await media('forced-colors', '')
})

const media = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })

test('in forced colours the card has a border, and stands where it stood once it is attended', async () => {
  attendance.end()
  const forced = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  await forced('active')
  try {
    dialog.open()
    await finish()
    const before = box()
    expect(dialog.element.offsetHeight - dialog.element.clientHeight).toBe(2)
    attendance = attend(dialog)
    await expect.poll(() => dialog.element.style.getPropertyValue('--lk-block')).not.toBe('')
    await finish()
    expect(box().toJSON()).toEqual(before.toJSON())
    const view = dialog.view.getBoundingClientRect()
    expect(view.bottom).toBeLessThanOrEqual(box().bottom)
  } finally {
    await forced('')
  }
})
