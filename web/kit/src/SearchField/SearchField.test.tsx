import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { SearchField } from './SearchField.tsx'

let remove = () => {}
const heard = vi.fn()
const onToggle = vi.fn()

afterEach(() => {
  remove()
  heard.mockReset()
})

function Field() {
  const [value, setValue] = useState('')
  return (
    <SearchField
      label="Search wallets"
      placeholder="Search 540 wallets"
      value={value}
      onChange={next => {
        heard(next)
        setValue(next)
      }}
      clearLabel="Clear"
      toggle={{ icon: 'seal', label: 'Certified', isOn: true, onToggle }}
    />
  )
}

const mount = () => {
  const onEscape = vi.fn()
  const place = mountPart(<Field />)
  place.host.addEventListener('keydown', ({ key }) => key === 'Escape' && onEscape())
  remove = place.remove
  return { place, onEscape }
}
const input = () => page.getByRole('searchbox', { name: 'Search wallets' })

test('tells what is typed, letter by letter', async () => {
  mount()
  await input().click()
  await userEvent.keyboard('har')
  expect(heard.mock.calls).toEqual([['h'], ['ha'], ['har']])
})

test('is emptied by its cross, which is there only then, and keeps the focus', async () => {
  const { place } = mount()
  expect(page.getByRole('button', { name: 'Clear' }).elements()).toEqual([])
  await input().fill('har')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(input()).toHaveValue('')
  expect(place.root.activeElement).toBe(input().element())
})

test('Escape empties it first and is heard outside only then', async () => {
  const { onEscape } = mount()
  await input().fill('har')
  await userEvent.keyboard('{Escape}')
  await expect.element(input()).toHaveValue('')
  expect(onEscape).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})

test('the choice at its end says whether it is on', async () => {
  mount()
  const toggle = page.getByRole('button', { name: 'Certified' })
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  expect(onToggle).toHaveBeenCalledOnce()
})
