import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { see } from '../../../test/armed.ts'
import { stubLooking } from '../../../test/stubLooking.ts'
import { armMs } from '../arming.ts'
import { states } from './Choose.story.tsx'

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

const way = (name: string) => page.getByRole('button', { name })

test('each way is chosen by its row', async () => {
  place = mountFrame(states.any)
  // From then on the frame is in front, as far as the browser knows.
  await page.getByRole('heading').click()
  await see(place, look)
  for (const name of ['Signing in', 'A passkey', 'A recovery code']) await way(name).click()
  expect(place.sent).toEqual([
    { type: 'chooseSignIn' },
    { type: 'submitPasskey' },
    { type: 'chooseCode' },
  ])
})

test('where signing in is not enough it is not offered', async () => {
  place = mountFrame(states.own)
  await expect.element(way('A passkey')).toBeVisible()
  expect(way('Signing in').query()).toBeNull()
})

test('nothing is chosen while something is under way', async () => {
  place = mountFrame(states.busy)
  look({ isVisible: true, intersectionRatio: 1 })
  await way('A passkey').click({ force: true })
  expect(place.sent).toEqual([])
})

test('before it was in view for a while nothing is chosen, by pointer or key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  place = mountFrame(states.any)
  look({ isVisible: true, intersectionRatio: 1 })
  // From then on the frame is in front: that it comes there begins the time anew.
  await page.getByRole('heading').click()
  dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(armMs - 1)
  await way('Signing in').click({ force: true })
  ;(way('Signing in').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([])
})

test('what a page covers cannot be chosen, and that is said', async () => {
  place = mountFrame(states.any)
  await see(place, look)
  look({ isVisible: false, intersectionRatio: 1 })
  await expect.element(page.getByText('Something covers this')).toBeVisible()
  await way('Signing in').click({ force: true })
  expect(place.sent).toEqual([])
})

test('it is chosen on a phone that lies on its side, and not where nobody reads it', async () => {
  place = mountFrame(states.any)
  await page.viewport(568, 240)
  await page.getByRole('heading').click()
  await see(place, look)
  await way('A passkey').click()
  expect(place.sent).toEqual([{ type: 'submitPasskey' }])
  await page.viewport(568, 199)
  await expect.element(page.getByText('There is too little room')).toBeVisible()
  await way('A passkey').click({ force: true })
  expect(place.sent).toHaveLength(1)
})

test('no script chooses', async () => {
  place = mountFrame(states.any)
  await see(place, look)
  const row = way('Signing in').element() as HTMLElement
  row.click()
  row.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  expect(place.sent).toEqual([])
})
