import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Emblem } from './Emblem.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([
  [false, 40],
  [true, 48],
] as const)('large is %s: %s square', ([isLarge, size]) => {
  const place = mountPart(<Emblem icon="wallet" isLarge={isLarge} />)
  remove = place.remove
  const { width, height } = place.root.querySelector('.Emblem')?.getBoundingClientRect() ?? {}
  expect([width, height]).toEqual([size, size])
})
