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

test.for([
  ['own', 48],
  ['row', 40],
] as const)('the picture covers the other: %s, %i across', ([state, across]) => {
  const place = mountPart(states[state]())
  remove = place.remove
  const picture = place.root.querySelector('img')?.getBoundingClientRect()
  expect(picture?.width).toBe(across)
  expect(picture?.left).toBe(place.root.querySelector('.Avatar')?.getBoundingClientRect().left)
})
