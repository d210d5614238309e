import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { isArmed, see } from '../../../test/armed.ts'
import { stubLooking } from '../../../test/stubLooking.ts'
import { states } from './Settings.story.tsx'

let place: ReturnType<typeof mountFrame>
/** What the browser tells of what covers the frame. */
let look: ReturnType<typeof stubLooking>

beforeEach(async () => {
  await page.viewport(480, 800)
  look = stubLooking()
})
afterEach(() => {
  place.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Presses what is taken only from whoever saw it for a while. */
async function confirm(name: string) {
  await see(place, look)
  await press(name)
}

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

test('while it is read there are places, and nothing to press', () => {
  place = mountFrame(states.reading)
  expect(place.root.querySelector('.Skeleton')).not.toBeNull()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('where nothing could be read it says why, and is read once more by a press', async () => {
  place = mountFrame(states.unread)
  expect(place.root.querySelector('.Skeleton')).toBeNull()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  await press('Try again')
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('says what brings the wallet back, whom that trusts, and offers a code', async () => {
  place = mountFrame(states.automatic)
  await expect.element(page.getByText('Whoever runs this service could get in')).toBeVisible()
  await press('Use a recovery code instead')
  expect(place.sent).toEqual([{ type: 'drawCode' }])
})

test('that the wallet is about to be deleted is said, and when', async () => {
  place = mountFrame(states.leaves)
  await expect.element(page.getByText(/is deleted on .*2025.*, unless it is used/)).toBeVisible()
})

test('going back to signing in is asked once, with what it means', async () => {
  place = mountFrame(states.code)
  await press('Bring it back by signing in')
  await expect.element(page.getByText('the service is trusted with the keys')).toBeVisible()
  await press('Keep it')
  await press('Bring it back by signing in')
  await confirm('Change it')
  expect(place.sent).toEqual([{ type: 'wantAutomatic' }])
})

test('the words are a step away', async () => {
  place = mountFrame(states.automatic)
  await press(/Words of the wallet/)
  expect(place.sent).toEqual([{ type: 'wantWords' }])
})

test('others can be signed out, one or all, and this browser is named', async () => {
  place = mountFrame(states.automatic)
  await expect.element(page.getByText('This browser', { exact: true })).toBeVisible()
  await press('Sign out Safari on iPhone on https://shop.example')
  await press('Sign out everywhere else')
  expect(place.sent).toEqual([{ type: 'revokeSession', id: '2' }, { type: 'revokeSession' }])
})

test('where nobody else is signed in there is nobody to sign out', () => {
  place = mountFrame(states.code)
  expect(page.getByRole('button', { name: /Sign out/ }).elements()).toEqual([])
})

test('what happened shows the newest first, all of it on demand, and whether some is missing', async () => {
  place = mountFrame(states.gaps)
  await expect.element(page.getByText('Earlier entries are missing')).toBeVisible()
  const kinds = () => [...place.root.querySelectorAll('.Events li b')].map(it => it.textContent)
  expect(kinds()[0]).toBe('Something signed')
  expect(kinds()).toHaveLength(4)
  await press('Show all')
  expect(kinds()).toHaveLength(5)
})

test('forgetting this browser is asked once', async () => {
  place = mountFrame(states.automatic)
  await press('Forget this browser')
  expect(place.sent).toEqual([])
  await confirm('Forget it')
  expect(place.sent).toEqual([{ type: 'forget' }])
})

test('deleting takes a word that the words are there, or given up', async () => {
  place = mountFrame(states.automatic)
  await press('Delete the wallet')
  await expect.element(page.getByRole('button', { name: 'Delete the wallet' })).toBeDisabled()
  await page.getByText('I have the words, or give up what is in it.').click()
  await confirm('Delete the wallet')
  expect(place.sent).toEqual([{ type: 'delete' }])
})

test('under something, or by a script, nothing dear is done', async () => {
  place = mountFrame(states.automatic)
  await press('Forget this browser')
  await confirm('Keep it')
  expect(place.sent).toEqual([])
  await press('Forget this browser')
  await see(place, look)
  const button = page.getByRole('button', { name: 'Forget it' })
  ;(button.element() as HTMLElement).click()
  look({ isVisible: false, intersectionRatio: 1 })
  await expect.poll(() => isArmed(place)).toBe(false)
  await button.click()
  expect(place.sent).toEqual([])
  await expect.element(page.getByText('Something covers this', { exact: false })).toBeVisible()
})

test('why something did not work is said', async () => {
  place = mountFrame(states.failed)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
})
