import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Approve.story.tsx'
import { armMs } from './arming.ts'

let place: ReturnType<typeof mountFrame>
/** What the browser tells of what covers the frame. */
let look: (seen: { isVisible?: boolean; intersectionRatio: number }) => void

beforeEach(async () => {
  await page.viewport(480, 800)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: unknown[]) => void) {
        look = seen => tell([seen])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  place.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const approve = (name = 'Approve') => page.getByRole('button', { name, exact: true })
const isArmed = () => place.root.querySelector('.ApproveButton')?.hasAttribute('data-armed')

/** Mounted, in full view, for as long as it takes. */
async function mountArmed(state: (typeof states)[keyof typeof states] = states.payment) {
  place = mountFrame(state)
  look({ isVisible: true, intersectionRatio: 1 })
  await expect.poll(isArmed).toBe(true)
}

test('says who asks for what, how much goes to whom, and what it costs', async () => {
  await mountArmed()
  const region = page.getByRole('region', { name: /shop.example/ })
  await expect.element(region).toHaveTextContent('asks you to send a transaction')
  await expect.element(region).toHaveTextContent('Amount1.25 ETH')
  await expect.element(region).toHaveTextContent('Total, at most1.250441 ETH')
  expect(place.root.activeElement).toBe(region.element())
})

test('who gets what stands right over the buttons once more', () => {
  place = mountFrame(states.payment)
  const foot = place.root.querySelector('footer')?.textContent
  expect(foot).toContain('1.25\u00a0ETH')
  expect(foot?.replaceAll(' ', '')).toContain('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
})

test('the two answers name the request that shows', async () => {
  await mountArmed()
  await approve().click()
  await page.getByRole('button', { name: 'Reject' }).click()
  expect(place.sent).toEqual([
    { type: 'approve', request: 1 },
    { type: 'refuse', request: 1 },
  ])
})

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

test('before it was in view for a while nothing is approved, by pointer or key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.payment)
  look({ isVisible: true, intersectionRatio: 1 })
  vi.advanceTimersByTime(armMs - 1)
  await approve().click()
  ;(approve().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.poll(isArmed).toBe(true)
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
  await expect.poll(isArmed).toBe(true)
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
  ['too small', () => page.viewport(480, 399), 'Make this window larger'],
] as const)('%s it cannot be approved, and says why', async ([, happen, said]) => {
  await mountArmed()
  await happen()
  await expect.poll(isArmed).toBe(false)
  await expect.element(page.getByRole('status')).toHaveTextContent(said)
  await approve().click({ force: true })
  expect(place.sent).toEqual([])
})

test('another size begins the time anew', async () => {
  await mountArmed()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dispatchEvent(new Event('resize'))
  await expect.poll(isArmed).toBe(false)
  vi.advanceTimersByTime(armMs)
  await expect.poll(isArmed).toBe(true)
})

test('a browser that looks for nothing that covers it counts what is in view', async () => {
  place = mountFrame(states.payment)
  look({ intersectionRatio: 1 })
  await expect.poll(isArmed).toBe(true)
})

test('what comes in the place of another is armed anew', async () => {
  await mountArmed()
  const { approval } = states.payment
  place.publish({ approval: { ...approval, request: 2 } })
  expect(isArmed()).toBe(false)
  await approve().click()
  expect(place.sent).toEqual([])
  look({ isVisible: true, intersectionRatio: 1 })
  await expect.poll(isArmed).toBe(true)
  await approve().click()
  expect(place.sent).toEqual([{ type: 'approve', request: 2 }])
})

test('the second of two quick presses is none', async () => {
  await mountArmed()
  await approve().dblClick()
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})

test('what must not be signed cannot be approved', async () => {
  place = mountFrame(states.signInElsewhere)
  look({ isVisible: true, intersectionRatio: 1 })
  await expect.element(approve('Cannot be approved')).toBeDisabled()
  await page.getByRole('button', { name: 'Reject' }).click()
  expect(place.sent).toEqual([{ type: 'refuse', request: 1 }])
})

test('while it is signed neither answer is taken', async () => {
  place = mountFrame(states.busy)
  look({ isVisible: true, intersectionRatio: 1 })
  await expect.element(page.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await expect.element(approve('Signing')).toHaveAttribute('aria-busy', 'true')
})

test('why it was not signed is said, and it can be approved once more', async () => {
  await mountArmed(states.failed)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  await approve().click()
  expect(place.sent).toEqual([{ type: 'approve', request: 1 }])
})

test('flags stand in their order, the gravest first, each with who it is about', () => {
  place = mountFrame(states.permit)
  const flags = [...place.root.querySelectorAll<HTMLElement>('[data-flag]')]
  expect(flags.map(({ dataset }) => `${dataset.severity} ${dataset.flag}`)).toEqual([
    'danger permitBySignature',
    'danger unlimitedApproval',
    'notice farExpiry',
  ])
  expect(flags[0]?.textContent).toContain('Who may take it')
})

test('what a page wrote is text, and cannot turn ours around', () => {
  const { approval } = states.message
  const text = '<img src=x onerror=alert(1)>\u202eevil'
  const reading = { ...approval.reading, text: { text, isBytes: false, leftOut: 0 } }
  place = mountFrame({ ...states.message, approval: { ...approval, reading } })
  expect(place.root.querySelector('img')).toBeNull()
  expect(place.root.querySelector('pre bdi')?.textContent).toBe(text)
})
