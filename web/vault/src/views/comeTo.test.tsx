import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../gallery/src/mountFrame.tsx'
import { comeIn, typesAt } from '../../test/comeIn.ts'
import { initialState } from '../all/state.ts'
import { states as choosing } from './Choose/Choose.story.tsx'
import { states as asking } from './Email/Email.story.tsx'
import { states as entering } from './Otp/Otp.story.tsx'
import { states as overview } from './Settings/Settings.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const code = () => page.getByRole('textbox', { name: 'Code of six digits' })
const focused = () => place.root.activeElement

/** Nobody is in the frame; a listener hears of whoever comes as of the window's focus. */
const leave = () => (document.activeElement as HTMLElement | null)?.blur()

test('whoever comes into the frame is at its field, and can type', async () => {
  place = mountFrame(entering.empty)
  leave()
  window.dispatchEvent(new Event('focus'))
  expect(focused()).toBe(code().element())
})

test('whoever comes into the list comes to the field in it', async () => {
  place = mountFrame(asking.empty)
  window.dispatchEvent(new Event('focus'))
  expect(focused()).toBe(page.getByRole('textbox', { name: 'E-mail address' }).element())
})

test('a view that comes to whoever is in the frame is said, and its first button is next', async () => {
  await comeIn()
  place = mountFrame(entering.empty)
  await typesAt(code(), '123456')
  place.publish(choosing.any)
  await expect.poll(() => focused()?.className).toBe('Choose')
  await userEvent.keyboard('{Tab}')
  expect(focused()?.textContent).toContain('Signing in')
  place.publish(overview.automatic)
  await expect.poll(() => focused()?.className).toBe('Router')
})

test('who is somewhere in it stays there', async () => {
  await comeIn()
  place = mountFrame(choosing.any)
  const way = page.getByRole('button', { name: 'A passkey' }).element() as HTMLElement
  way.focus()
  window.dispatchEvent(new Event('focus'))
  expect(focused()).toBe(way)
})

test('nobody is taken out of the page around', async () => {
  place = mountFrame({ ...initialState })
  const stub = document.hasFocus
  document.hasFocus = () => false
  try {
    place.publish(entering.empty)
    await expect.poll(() => place.heights.at(-1)).toBeGreaterThan(100)
    expect(focused()).toBeNull()
  } finally {
    document.hasFocus = stub
  }
})
