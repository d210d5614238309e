import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { isArmed, see } from '../../../test/armed.ts'
import { other } from '../../../test/readings.ts'
import { stubLooking } from '../../../test/stubLooking.ts'
import { armMs } from '../arming.ts'
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
  await expect.poll(() => place.root.activeElement).toBe(region.element())
})

test('what a trial run changes stands before what it does, and what there is beside the cost', async () => {
  place = mountFrame(states.swap)
  const region = page.getByRole('region', { name: /shop.example/ })
  const text = region.element().textContent?.replaceAll('\u00a0', ' ') ?? ''
  const parts = [
    'You give',
    'USDC',
    '12.5',
    'You get',
    '0.0041 ETH',
    'Call a contract',
    'You have0.001 ETH',
  ]
  const places = parts.map(part => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  await expect.element(region).toHaveTextContent('You do not have that much')
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

test('how long it waits is said, until something else has to be', async () => {
  place = mountFrame(states.payment)
  const limit = page.getByText('Requests end after five minutes.')
  await expect.element(limit).toBeVisible()
  place.remove()
  place = mountFrame(states.failed)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(limit).not.toBeInTheDocument()
})

test('what must not be signed cannot be approved', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.signInElsewhere)
  look({ isVisible: true, intersectionRatio: 1 })
  flushSync(() => vi.advanceTimersByTime(armMs))
  expect(isArmed(place)).toBe(false)
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

test('of several transactions each step stands in its own, and a flag names its step', () => {
  place = mountFrame(states.together)
  const steps = [...place.root.querySelectorAll('.Steps li')]
  expect(steps.map(it => it.querySelector('h4')?.textContent)).toEqual([
    'Transaction 1',
    'Transaction 2',
  ])
  const flag = place.root.querySelector('[data-flag]')
  expect(flag?.textContent).toContain('Step 2: Nobody knows what this does')
  place.publish(states.solana)
  expect(place.root.querySelector('.Steps h4')).toBeNull()
})

test('of a sign-in each thing is said once, and its text comes last', () => {
  place = mountFrame(states.signIn)
  const labels = [...place.root.querySelectorAll<HTMLElement>('[data-label]')]
  expect(labels.map(({ dataset }) => dataset.label)).toEqual([
    'statement',
    'uri',
    'account',
    'chain',
    'site',
  ])
  const [message, facts] = ['.Message', '.Rows'].map(it => place.root.querySelector(it))
  expect(facts && message && facts.compareDocumentPosition(message)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  // One of another account says so there.
  const { approval } = states.signIn
  const rows = approval.reading.rows.map(row =>
    row.label === 'account' ? { ...row, value: other } : row,
  )
  place.publish({ approval: { ...approval, reading: { ...approval.reading, rows } } })
  expect(place.root.querySelectorAll('[data-label="account"]')).toHaveLength(2)
})

test('what is dangerous does not look like what is not', async () => {
  await mountArmed(states.permit)
  const button = () => place.root.querySelector('.ArmedButton button')
  expect(button()?.className).toContain('danger')
  place.remove()
  await mountArmed(states.message)
  expect(button()?.className).not.toContain('danger')
})

test('what somebody does about their own wallet is asked in few words, beside what it means', () => {
  for (const [state, asks, means] of [
    [states.words, 'Show your recovery words?', 'read what you copy'],
    [states.deletion, 'Delete your wallet?', 'is lost'],
    [states.passkey, 'Make a passkey for your wallet?', 'Nothing else brings your wallet back'],
  ] as const) {
    place = mountFrame(state)
    expect(place.root.querySelector('header')?.textContent).toBe(`${asks}https://shop.example`)
    expect(place.root.querySelector('.Banner')?.textContent).toContain(means)
    place.remove()
  }
})

test('what is on no chain names no network, and what is names the one it is on', () => {
  place = mountFrame(states.words)
  expect(place.root.textContent).not.toContain('Network')
  place.publish(states.solana)
  expect(place.root.querySelector('[data-label="chain"]')?.textContent).toBe('NetworkSolana')
})

test('what a page wrote is text, and cannot turn ours around', () => {
  const { approval } = states.message
  const text = '<img src=x onerror=alert(1)>\u202eevil'
  const reading = { ...approval.reading, text: { text, isBytes: false, leftOut: 0 } }
  place = mountFrame({ ...states.message, approval: { ...approval, reading } })
  expect(place.root.querySelector('img')).toBeNull()
  expect(place.root.querySelector('pre bdi')?.textContent).toBe(text)
})
