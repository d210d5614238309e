import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './NewEmail.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const field = () => page.getByRole('textbox', { name: 'New e-mail address' })

test('names the address of now, and takes another', async () => {
  place = mountFrame(states.empty)
  await expect.element(page.getByText('ada@example.com', { exact: false })).toBeVisible()
  await field().fill('bob@example.com')
  await page.getByRole('button', { name: 'Change it' }).click()
  expect(place.sent).toEqual([{ type: 'changeEmail', email: 'bob@example.com' }])
})

test('why it was not taken is said of that address alone', async () => {
  place = mountFrame(states.taken)
  await expect.element(page.getByText('This address has a wallet of its own.')).toBeVisible()
  await field().fill('eve@example.com')
  await expect
    .element(page.getByText('This address has a wallet of its own.'))
    .not.toBeInTheDocument()
})
