import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './TransferPicture.story.tsx'

let place: ReturnType<typeof mountPart>

afterEach(() => place.remove())

test('is 40 across, whatever moved', () => {
  for (const state of Object.values(states)) {
    place?.remove()
    place = mountPart(state())
    const box = place.root.querySelector('.TransferPicture')?.getBoundingClientRect()
    expect([box?.width, box?.height]).toEqual([40, 40])
  }
})

test('of two each has its half', () => {
  place = mountPart(states.two())
  const [left, right] = [...place.root.querySelectorAll('.Picture')]
  expect(left?.textContent).toBe('E')
  expect(right?.textContent).toBe('U')
  expect(left?.getBoundingClientRect().width).toBe(19)
})
