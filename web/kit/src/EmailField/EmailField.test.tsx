import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { EmailField } from './EmailField.tsx'

let remove = () => {}
const onSubmit = vi.fn()

afterEach(() => {
  remove()
  onSubmit.mockReset()
})

function Field({ isBusy = false, error }: { isBusy?: boolean; error?: string }) {
  const [value, setValue] = useState('')
  return (
    <EmailField
      label="E-mail address"
      placeholder="you@example.com"
      value={value}
      onChange={setValue}
      submitLabel="Continue"
      onSubmit={onSubmit}
      malformed="This is no e-mail address."
      isBusy={isBusy}
      error={error}
    />
  )
}

const mount = (props: { isBusy?: boolean; error?: string } = {}) => {
  const place = mountPart(<Field {...props} />)
  remove = place.remove
  return place
}
const input = () => page.getByRole('textbox', { name: 'E-mail address' })
const button = () => page.getByRole('button', { name: 'Continue' })

test('an address is handed in by its button and by Enter, without the space around it', async () => {
  mount()
  await input().fill('  ada@example.com ')
  await button().click()
  await input().click()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit.mock.calls).toEqual([['ada@example.com'], ['ada@example.com']])
})

test.for(['', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'ada@example.'])(
  '"%s" is not handed in',
  async text => {
    mount()
    await input().fill(text)
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true')
    await input().click()
    await userEvent.keyboard('{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  },
)

test('what is no address is told to be none once it is to be handed in, until it is another', async () => {
  mount()
  await input().click()
  await userEvent.keyboard('ada@')
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is no e-mail address.')
  await expect.element(input()).toHaveAccessibleDescription('This is no e-mail address.')
  await expect.element(input()).toBeInvalid()
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
  await button().click({ force: true })
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is no e-mail address.')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a browser may fill it in, and no keyboard makes a capital of it', () => {
  mount()
  const { autocomplete, inputMode, type, autocapitalize } = input().element() as HTMLInputElement
  expect([autocomplete, inputMode, type, autocapitalize]).toEqual([
    'email',
    'email',
    'email',
    'none',
  ])
})

test('while it is busy nothing is typed and nothing handed in', async () => {
  mount({ isBusy: true })
  await expect.element(input()).toHaveAttribute('readonly')
  await expect.element(button()).toHaveAttribute('aria-busy', 'true')
})

test('why it was not taken is said at once, and belongs to the field', async () => {
  mount({ error: 'There is no such address.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is no such address.')
  await expect.element(input()).toHaveAccessibleDescription('There is no such address.')
  await expect.element(input()).toBeInvalid()
})
