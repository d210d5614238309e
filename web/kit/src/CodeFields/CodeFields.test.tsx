import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { CodeFields } from './CodeFields.tsx'

let remove = () => {}
const onComplete = vi.fn()

afterEach(() => {
  remove()
  onComplete.mockReset()
})

function Fields({ isBusy = false, error }: { isBusy?: boolean; error?: string }) {
  const [value, setValue] = useState('')
  return (
    <CodeFields
      label="Code"
      value={value}
      onChange={setValue}
      onComplete={onComplete}
      isBusy={isBusy}
      busyLabel="Checking the code…"
      error={error}
    />
  )
}

const mount = (props: { isBusy?: boolean; error?: string } = {}) => {
  const place = mountPart(<Fields {...props} />)
  remove = place.remove
  return () => [...place.root.querySelectorAll('.place')].map(it => it.textContent).join('.')
}
const size = () => (input().element().closest('.CodeFields') as HTMLElement).getBoundingClientRect()
const input = () => page.getByRole('textbox', { name: 'Code' })

/** What a person pastes. */
function paste(text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  input().element().dispatchEvent(event)
}

test('each digit has a field, and with the sixth the code is handed in, once', async () => {
  const shown = mount()
  await input().click()
  await userEvent.keyboard('12345')
  expect(shown()).toBe('1.2.3.4.5.')
  expect(onComplete).not.toHaveBeenCalled()
  await userEvent.keyboard('6')
  expect(shown()).toBe('1.2.3.4.5.6')
  await userEvent.keyboard('7')
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test.for(['123456', '123 456', '１２３４５６', '１２３　４５６', '١٢٣٤٥٦', 'Code: 123-456'])(
  '%s is pasted',
  async text => {
    const shown = mount()
    paste(text)
    await expect.poll(shown).toBe('1.2.3.4.5.6')
    expect(onComplete.mock.calls).toEqual([['123456']])
  },
)

test('a whole code that is pasted takes the place of what was typed, a part goes on from there', async () => {
  const shown = mount()
  await input().click()
  await userEvent.keyboard('99')
  paste('12')
  await expect.poll(shown).toBe('9.9.1.2..')
  paste('123456')
  await expect.poll(shown).toBe('1.2.3.4.5.6')
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test('what a phone offers is taken', async () => {
  const shown = mount()
  const element = input().element() as HTMLInputElement
  expect([element.autocomplete, element.inputMode]).toEqual(['one-time-code', 'numeric'])
  await input().fill('654321')
  await expect.poll(shown).toBe('6.5.4.3.2.1')
  expect(onComplete.mock.calls).toEqual([['654321']])
})

test('letters are nothing, and the last digit goes first wherever one points', async () => {
  const shown = mount()
  await input().click()
  await userEvent.keyboard('1a2 b3c')
  expect(shown()).toBe('1.2.3...')
  await expect.element(input()).toHaveValue('123')
  await userEvent.keyboard('{Home}{Backspace}')
  await expect.poll(shown).toBe('1.2....')
})

test('while it is busy nothing is typed or pasted', async () => {
  const shown = mount({ isBusy: true })
  await expect.element(input()).toHaveAttribute('readonly')
  paste('123456')
  expect(shown()).toBe('.....')
  expect(onComplete).not.toHaveBeenCalled()
})

test('that it was handed in is said, where nothing moves for it', async () => {
  mount()
  const status = page.getByRole('status')
  await expect.element(status).toHaveTextContent('')
  const { height } = size()
  remove()
  mount({ isBusy: true })
  await expect.element(status).toHaveTextContent('Checking the code…')
  expect(size().height).toBe(height)
  remove()
  mount({ error: 'The code is wrong.' })
  expect(size().height).toBe(height)
})

test('why it was not taken is said at once, and belongs to the fields', async () => {
  mount({ error: 'The code is wrong.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('The code is wrong.')
  await expect.element(input()).toHaveAccessibleDescription('The code is wrong.')
})
