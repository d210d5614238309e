import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Header } from './Header.tsx'

let remove = () => {}

afterEach(() => remove())

test('names the dialog; back and close are where the glyphs meet the gutter, with targets of 44', async () => {
  const back = vi.fn()
  const close = vi.fn()
  ;({ remove } = mountPart(
    <Header
      title="Harbor"
      start={{ icon: 'back', label: 'Back', onClick: back }}
      close={{ label: 'Close', onClick: close }}
    />,
    true,
  ))
  const dialog = page.getByRole('dialog', { name: 'Harbor' })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect([back.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])

  const card = dialog.element() as HTMLElement
  const button = dialog.getByRole('button', { name: 'Back' }).element() as HTMLElement
  const glyph = button.querySelector('path') as SVGPathElement
  const scale = card.getBoundingClientRect().width / card.offsetWidth
  const start = glyph.getBoundingClientRect().left - card.getBoundingClientRect().left
  expect(Math.abs(start / scale - 20)).toBeLessThan(2)
  expect(getComputedStyle(button, '::after').inlineSize).toBe('44px')
})

test('a lead stands for the title, which is still read', async () => {
  ;({ remove } = mountPart(
    <Header
      title="Account"
      lead={<span>Base</span>}
      close={{ label: 'Close', onClick: () => {} }}
    />,
    true,
  ))
  await expect.element(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  await expect.element(page.getByText('Base')).toBeVisible()
})
