import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import type { EntryFault } from '../../generated/EntryFault.ts'
import * as entryViews from '../entryViews.ts'
import { createLazyChunk } from '../LazyChunk.ts'
import { states } from './EmailLogin.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const field = () => page.getByRole('textbox', { name: 'E-mail address' })
const { vault } = states.field

test('an address is handed in by a press or by Enter, without what stands around it', async () => {
  place = mountState(states.field)
  await field().fill(' ann@example.com ')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Continue with e-mail' }).click()
  const entered = { type: 'enter', what: { type: 'email', email: 'ann@example.com' } }
  expect(place.sent.filter(it => it.type === 'enter' && it.what.type === 'email')).toEqual([
    entered,
    entered,
  ])
  expect(place.sent[0]).toEqual({ type: 'enter', what: { type: 'select' } })
})

test('what is no address is told to be none, and not handed in', async () => {
  place = mountState(states.field)
  await field().fill('ann@')
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveAccessibleDescription(/no e-mail address/)
  expect(place.sent.filter(it => it.type === 'enter' && it.what.type === 'email')).toEqual([])
})

test('while an answer is waited for nothing can be typed, and what was typed stays', async () => {
  place = mountState(states.field)
  await field().fill('ann@example.com')
  place.publish({ vault: { ...vault, entry: { ...vault.entry, isBusy: true } } })
  await expect.element(field()).toHaveAttribute('readonly')
  await expect.element(field()).toHaveValue('ann@example.com')
})

const said: readonly [EntryFault, RegExp][] = [
  [{ type: 'tooSoon', seconds: 17 }, /^Please try again after 17 seconds/],
  [{ type: 'tooSoon', seconds: 1 }, /^Please try again after 1 second\.$/],
  [{ type: 'emailMalformed' }, /no e-mail address/],
  [{ type: 'emailUnknown' }, /no such address/],
  [{ type: 'mailNotSent' }, /could not be sent/],
  [{ type: 'notSetUp' }, /cannot sign you in/],
  [{ type: 'offline' }, /cannot be reached/],
  [{ type: 'clockOff' }, /clock of this device/],
  [{ type: 'unexpected' }, /went wrong/],
]

test.for(said)('why it was not taken is said: %o', async ([fault, text]) => {
  place = mountState(states.field)
  await field().fill('ann@example.com')
  place.publish({ vault: { ...vault, entry: { ...vault.entry, fault } } })
  const alert = page.getByRole('alert').filter({ hasText: text })
  await expect.element(alert).toBeVisible()
  // Of another address it says nothing.
  await field().fill('ann@example.org')
  await expect.element(alert).not.toBeInTheDocument()
})

test('fields that do not load are loaded again by a press', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const bring = vi.fn(async () => entryViews).mockRejectedValueOnce(new Error('offline'))
  place = mountState(states.field, {}, { entry: createLazyChunk(bring) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(field()).toBeVisible()
  expect(bring).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})
