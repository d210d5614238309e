import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { see } from '../../../test/armed.ts'
import { stubLooking } from '../../../test/stubLooking.ts'
import { states } from './Approve.story.tsx'

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

/** Mounted, in full view, for as long as it takes. */
async function mountArmed(state: (typeof states)[keyof typeof states] = states.payment) {
  place = mountFrame(state)
  await see(place, look)
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
