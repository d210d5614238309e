import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './ActionStrip.story.tsx'
import { ActionStrip } from './ActionStrip.tsx'

let remove = () => {}

afterEach(() => remove())

test('its segments are equally wide and 72 high', () => {
  const place = mountPart(states.four())
  remove = place.remove
  const sizes = [...place.root.querySelectorAll('button')].map(it => it.getBoundingClientRect())
  expect(new Set(sizes.map(({ width }) => Math.round(width))).size).toBe(1)
  expect(sizes.map(({ height }) => height)).toEqual([72, 72, 72, 72])
})

test('one alone is a line, and does what it says', async () => {
  const onClick = vi.fn()
  ;({ remove } = mountPart(
    <ActionStrip label="Actions" actions={[{ icon: 'receive', label: 'Receive', onClick }]} />,
  ))
  const button = page.getByRole('button', { name: 'Receive' })
  expect(button.element().getBoundingClientRect().height).toBe(48)
  await button.click()
  expect(onClick).toHaveBeenCalledOnce()
})
