import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './NewEmailOtp.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const code = () => page.getByRole('textbox', { name: 'Code of six digits' })

test('says where the code went and what it is for, and takes it', async () => {
  place = mountFrame(states.old)
  await expect
    .element(page.getByText('We mailed a code to ada@example.com', { exact: false }))
    .toHaveTextContent('lovelace@example.com')
  await code().fill('123456')
  expect(place.sent).toEqual([{ type: 'submitChangeOtp', otp: '123456' }])
})

test('the second one went to the new address', async () => {
  place = mountFrame(states.new)
  await expect.element(page.getByText('lovelace@example.com', { exact: false })).toBeVisible()
  expect(place.root.textContent).not.toContain('ada@example.com')
})

test('one that was refused is said so, and makes room', async () => {
  place = mountFrame(states.refused)
  await expect.element(page.getByText('The code is wrong or no longer good.')).toBeVisible()
  await expect.element(code()).toHaveValue('')
})
