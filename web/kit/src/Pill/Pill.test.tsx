import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Header } from '../Header/Header.tsx'
import { Pill } from './Pill.tsx'

let remove = () => {}

afterEach(() => remove())

test('a long network is cut before the close button', () => {
  ;({ remove } = mountPart(
    <Header
      title="Account"
      lead={<Pill label={'Northern Harbours '.repeat(5)} />}
      close={{ label: 'Close', onClick: () => {} }}
    />,
    true,
  ))
  const name = page.getByText(/^Northern/).element()
  const close = page.getByRole('button', { name: 'Close' }).element()
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth)
  expect(name.getBoundingClientRect().right).toBeLessThan(close.getBoundingClientRect().left)
})
