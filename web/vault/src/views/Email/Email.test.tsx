import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { comeIn } from '../../../test/comeIn.ts'
import { states } from './Email.story.tsx'

let place: ReturnType<typeof mountFrame>

beforeEach(comeIn)
afterEach(() => place.remove())

const field = () => page.getByRole('textbox', { name: 'E-mail address' })

test('an address is handed in as it was typed', async () => {
  place = mountFrame(states.empty)
  await field().click()
  await userEvent.keyboard('ada@example.com{Enter}')
  expect(place.sent).toEqual([
    { type: 'enterEmail' },
    { type: 'submitEmail', email: 'ada@example.com' },
  ])
})

test('why it was not taken is said of that address, and of no other', async () => {
  place = mountFrame(states.refused)
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is no such address.')
  await field().fill('ada@example.com')
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
  place.publish({ signIn: { ...states.refused.signIn, fault: { type: 'offline' } } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
})

test('what is no address is told to be none, and not handed in', async () => {
  place = mountFrame(states.empty)
  await field().click()
  await userEvent.keyboard('ada@{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is no e-mail address.')
  expect(place.sent).toEqual([{ type: 'enterEmail' }])
})

test('it does not take the focus: the list around it may be used', () => {
  place = mountFrame(states.empty)
  expect(place.root.activeElement).toBeNull()
})
