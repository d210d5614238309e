import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Tile } from './Tile.tsx'

let remove = () => {}

afterEach(() => remove())

test('a long name is cut in the picture and whole in the name', async () => {
  const name = 'The Extraordinarily Long Named Wallet'
  const onClick = vi.fn()
  ;({ remove } = mountPart(
    <Tile id="org.example.long" name={name} installed="Installed" onClick={onClick} />,
  ))
  const tile = page.getByRole('button', { name: `${name} Installed` })
  await expect.element(tile).toHaveAttribute('data-wallet', 'org.example.long')
  const shown = page.getByText(name).element()
  expect(shown.scrollWidth).toBeGreaterThan(shown.clientWidth)
  await tile.click()
  expect(onClick).toHaveBeenCalledOnce()
})
