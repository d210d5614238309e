import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './EmailVerifyOtp.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const code = () => page.getByRole('textbox', { name: 'Code of six digits' })
const { vault } = states.code
const entered = (otp: string) => ({ type: 'enter', what: { type: 'otp', otp } })

test('whoever comes to it can type, paste or take what a phone offers; six digits are handed in', async () => {
  place = mountState(states.code)
  await expect.poll(() => place.root.activeElement === code().element()).toBe(true)
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.keyboard('12345')
  expect(place.sent).toEqual([])
  await userEvent.keyboard('6')
  expect(place.sent).toEqual([entered('123456')])
  const pasted = new DataTransfer()
  pasted.setData('text', '654 321')
  const paste = new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true })
  code().element().dispatchEvent(paste)
  expect(place.sent[1]).toEqual(entered('654321'))
})

test('a code that was not taken goes, why is said, and another one can be typed', async () => {
  place = mountState(states.code)
  await userEvent.keyboard('123456')
  place.publish({ vault: states.refused.vault })
  await expect.element(code()).toHaveValue('')
  await expect.element(page.getByText('The code is wrong', { exact: false })).toBeVisible()
  await userEvent.keyboard('1')
  await expect
    .element(page.getByText('The code is wrong', { exact: false }))
    .not.toBeInTheDocument()
})

test('another mail is asked for once that may be', async () => {
  place = mountState(states.code)
  const againAtMs = String(Date.now() + 30_000)
  place.publish({ vault: { ...vault, entry: { ...vault.entry, againAtMs } } })
  await expect.element(page.getByText(/You can ask for another in (30|29) s/)).toBeVisible()
  place.publish({ vault: { ...vault, entry: { ...vault.entry, againAtMs: String(Date.now()) } } })
  await page.getByRole('button', { name: 'Send another' }).click()
  expect(place.sent).toEqual([{ type: 'enter', what: { type: 'resend' } }])
})

test('from when the code was taken on the frame has the room', () => {
  place = mountState(states.code)
  expect(place.root.querySelector('.FramePlace')).toBeNull()
  place.publish({ vault: { ...vault, entry: { ...vault.entry, step: 'opening', isBusy: true } } })
  expect(place.root.querySelector('.FramePlace')).not.toBeNull()
  expect(place.root.querySelector('.CodeFields')).toBeNull()
})
