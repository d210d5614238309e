import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Header } from '../Header/Header.tsx'
import { Pill } from './Pill.tsx'

let remove = () => {}

afterEach(() => remove())

const mount = (label: string, onClick?: () => void) => {
  ;({ remove } = mountPart(
    <Header
      title="Account"
      lead={<Pill label={label} name={`Network: ${label}`} onClick={onClick} />}
      close={{ label: 'Close', onClick: () => {} }}
    />,
    true,
  ))
}

test('a long network is cut before the close button', () => {
  mount('Northern Harbours '.repeat(5))
  const name = page.getByText(/^Northern/).element()
  const close = page.getByRole('button', { name: 'Close' }).element()
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth)
  expect(name.getBoundingClientRect().right).toBeLessThan(close.getBoundingClientRect().left)
})

test('is a button that says what it is, where there is a choice', async () => {
  const onClick = vi.fn()
  mount('Base', onClick)
  await page.getByRole('button', { name: 'Network: Base', exact: true }).click()
  expect(onClick).toHaveBeenCalledOnce()
})

test('without a choice it is only read', async () => {
  mount('Base')
  await expect.element(page.getByText('Network: Base')).toBeInTheDocument()
  expect(page.getByRole('button').elements().length).toBe(1)
})
