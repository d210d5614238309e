import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './Face.story.tsx'
import { Face } from './Face.tsx'

let remove = () => {}

afterEach(() => remove())

test('a picture that cannot be drawn leaves the one in the address’s colour', async () => {
  const place = mountPart(<Face address="0x1" src="data:image/png;base64,AA==" />)
  remove = place.remove
  await expect.poll(() => place.root.querySelector('img')).toBeNull()
  expect(place.root.querySelector('.Avatar')).not.toBeNull()
})

test('the picture covers the other, 48 across', () => {
  const place = mountPart(states.own())
  remove = place.remove
  const picture = place.root.querySelector('img')?.getBoundingClientRect()
  expect(picture?.width).toBe(48)
  expect(picture?.left).toBe(place.root.querySelector('.Avatar')?.getBoundingClientRect().left)
})
