import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { comeIn, typesAt } from '../../../test/comeIn.ts'
import { states } from './Otp.story.tsx'

let place: ReturnType<typeof mountFrame>

beforeEach(comeIn)
afterEach(() => place.remove())

const fields = () => page.getByRole('textbox', { name: 'Code of six digits' })

test('says where the code went, and takes it at once', async () => {
  place = mountFrame(states.empty)
  await expect.element(page.getByText('We mailed it to ada@example.com.')).toBeVisible()
  await typesAt(fields(), '123456')
  expect(place.sent).toEqual([{ type: 'submitOtp', otp: '123456' }])
})

test('a code that was not taken makes room for another, and that is said until it is typed', async () => {
  place = mountFrame(states.empty)
  await typesAt(fields(), '123456')
  place.publish({ signIn: { ...states.empty.signIn, isBusy: true } })
  await expect.element(fields()).toHaveAttribute('readonly')
  place.publish({ signIn: { ...states.empty.signIn, fault: { type: 'otpRefused' } } })
  await expect.element(fields()).toHaveValue('')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The code is wrong')
  await typesAt(fields(), '6')
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
})

test('another mail can be asked for when the time has come, which is counted down', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const againAtMs = String(Date.now() + 3_000)
  place = mountFrame({ ...states.empty, signIn: { ...states.empty.signIn, againAtMs } })
  await expect.element(page.getByText('You can ask for another in 3 s.')).toBeVisible()
  vi.advanceTimersByTime(1_000)
  await expect.element(page.getByText('You can ask for another in 2 s.')).toBeVisible()
  vi.advanceTimersByTime(2_000)
  vi.useRealTimers()
  await page.getByRole('button', { name: 'Send another' }).click()
  expect(place.sent).toEqual([{ type: 'resend' }])
})

test('how long to wait is said as a number of seconds', async () => {
  place = mountFrame(states.tooSoon)
  await expect
    .element(page.getByRole('alert').filter({ hasText: /./ }))
    .toHaveTextContent('Please try again after 42 seconds.')
  // No code is wrong by that.
  await expect.element(fields()).not.toHaveAttribute('aria-invalid')
})
