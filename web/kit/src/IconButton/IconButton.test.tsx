import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { IconButton } from './IconButton.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([false, true])('has a name, and shows it only where it is asked to: %s', async hasTip => {
  const press = vi.fn()
  ;({ remove } = mountPart(
    <IconButton icon="disconnect" label="Disconnect" hasTip={hasTip} onClick={press} />,
  ))
  const button = page.getByRole('button', { name: 'Disconnect' })
  await button.click()
  expect(press).toHaveBeenCalledOnce()
  expect(button.element().getAttribute('title')).toBe(hasTip ? 'Disconnect' : null)
  const { inlineSize, blockSize } = getComputedStyle(button.element(), '::after')
  expect([inlineSize, blockSize]).toEqual(['44px', '44px'])
})
