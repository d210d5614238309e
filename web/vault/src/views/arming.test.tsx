import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../gallery/src/mountFrame.tsx'
import { isArmed, see } from '../../test/armed.ts'
import { stubLooking } from '../../test/stubLooking.ts'
import { states } from './Approve/Approve.story.tsx'
import { armMs, hintMs } from './arming.ts'

let place: ReturnType<typeof mountFrame>
/** What the browser tells of what covers the frame. */
let look: ReturnType<typeof stubLooking>

beforeEach(async () => {
  await page.viewport(480, 800)
  look = stubLooking()
})
afterEach(() => {
  place.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const approve = (name = 'Approve') => page.getByRole('button', { name, exact: true })

const pass = (ms: number) => flushSync(() => vi.advanceTimersByTime(ms))

/** Mounted, in full view, for as long as it takes. */
async function mountArmed(state: (typeof states)[keyof typeof states] = states.payment) {
  place = mountFrame(state)
  await see(place, look)
}

test('keys approve too, once it is armed', async () => {
  await mountArmed()
  const button = approve().element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})

test('no script approves', async () => {
  await mountArmed()
  const button = approve().element() as HTMLElement
  button.click()
  for (const type of ['pointerdown', 'pointerup', 'click'])
    button.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, detail: 1 }))
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  for (const type of ['keydown', 'keyup'])
    button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, composed: true }))
  expect(place.sent).toEqual([])
})

test('no script begins a press in the place of one that began too early', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.payment)
  look({ isVisible: true, intersectionRatio: 1 })
  const button = approve().element()
  const beginAnew = () => {
    pass(armMs)
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
  }
  button.addEventListener('pointerdown', beginAnew, { once: true })
  await approve().click({ delay: 300 })
  expect(isArmed(place)).toBe(true)
  expect(place.sent).toEqual([])
})

test('before it was in view for a while nothing is approved, by pointer or key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.payment)
  look({ isVisible: true, intersectionRatio: 1 })
  // From then on the frame is in front: that it comes there begins the time anew.
  await approve().click()
  dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(armMs - 1)
  await approve().click()
  ;(approve().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.poll(() => isArmed(place), { timeout: 5_000 }).toBe(true)
  await approve().click()
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})

test('a press that began before it was armed approves nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.payment)
  look({ isVisible: true, intersectionRatio: 1 })
  const pass = () => vi.advanceTimersByTime(armMs)
  approve().element().addEventListener('pointerdown', pass, { once: true })
  await approve().click({ delay: 300 })
  await expect.poll(() => isArmed(place), { timeout: 5_000 }).toBe(true)
  expect(place.sent).toEqual([])
  await approve().click()
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})

test.for([
  ['covered', () => look({ isVisible: false, intersectionRatio: 1 }), 'Something covers this'],
  ['cut away', () => look({ isVisible: true, intersectionRatio: 0.98 }), 'Something covers this'],
  [
    'not in front',
    () => {
      vi.mocked(document.hasFocus).mockReturnValue(false)
      dispatchEvent(new Event('blur'))
    },
    'Click here first',
  ],
] as const)('%s it cannot be approved, and says why', async ([, happen, said]) => {
  await mountArmed()
  await happen()
  await expect.poll(() => isArmed(place)).toBe(false)
  await expect.element(page.getByRole('status')).toHaveTextContent(said)
  await approve().click({ force: true })
  expect(place.sent).toEqual([])
})

test.for([
  [480, 399],
  [319, 800],
] as const)('at %i × %i it cannot be approved here, but in a window', async ([width, height]) => {
  await mountArmed()
  await page.viewport(width, height)
  await expect.poll(() => isArmed(place)).toBe(false)
  await expect.element(page.getByRole('status')).toHaveTextContent('too little room')
  expect(place.root.querySelector('.ArmedButton')).toBeNull()
  await approve('Review it').click()
  expect(place.sent).toEqual([{ type: 'review', request: 1 }])
})

test('a window of our own is approved in however small it is', async () => {
  await page.viewport(320, 200)
  const screen = { ...states.payment.screen, review: 'open' as const }
  place = mountFrame({ ...states.payment, screen }, {}, 'window')
  await see(place, look)
  await approve().click()
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})

test('what is in the way for a moment is not said, and moves no button', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.payment)
  const said = () => place.root.querySelector('.hint')?.textContent
  const heights = () =>
    ['.pair', '.Approve'].map(it => place.root.querySelector(it)?.getBoundingClientRect().bottom)
  const before = heights()
  pass(hintMs - 1)
  flushSync(() => look({ isVisible: true, intersectionRatio: 1 }))
  pass(hintMs)
  expect(said()).toBe('Requests end after five minutes.')
  flushSync(() => look({ isVisible: false, intersectionRatio: 1 }))
  pass(hintMs)
  expect(said()).toContain('Something covers this')
  // It stays while that is in the way, whatever else happens.
  flushSync(() => dispatchEvent(new Event('resize')))
  expect(said()).toContain('Something covers this')
  place.publish({ approval: { ...states.payment.approval, fault: { type: 'offline' } } })
  expect(said()).toContain('cannot be reached')
  expect(heights()).toEqual(before)
})

test('another size begins the time anew', async () => {
  await mountArmed()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dispatchEvent(new Event('resize'))
  await expect.poll(() => isArmed(place)).toBe(false)
  vi.advanceTimersByTime(armMs)
  await expect.poll(() => isArmed(place), { timeout: 5_000 }).toBe(true)
})

test('a browser that looks for nothing that covers it counts what is in view', async () => {
  place = mountFrame(states.payment)
  look({ intersectionRatio: 1 })
  await expect.poll(() => isArmed(place), { timeout: 5_000 }).toBe(true)
})

test('what comes in the place of another is armed anew', async () => {
  await mountArmed()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { approval } = states.payment
  place.publish({ approval: { ...approval, request: 2 } })
  expect(isArmed(place)).toBe(false)
  await approve().click()
  expect(place.sent).toEqual([])
  look({ isVisible: true, intersectionRatio: 1 })
  vi.advanceTimersByTime(armMs)
  await expect.poll(() => isArmed(place)).toBe(true)
  await approve().click()
  expect(place.sent).toEqual([{ type: 'approve', request: 2 }])
})

test('the second of two quick presses is none', async () => {
  await mountArmed()
  await approve().dblClick()
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})
