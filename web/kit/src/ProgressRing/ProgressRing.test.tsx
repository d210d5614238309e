import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { ProgressRing } from './ProgressRing.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([true, false])('takes the same room, running or not (%s)', isRunning => {
  const place = mountPart(<ProgressRing isRunning={isRunning}>tile</ProgressRing>)
  remove = place.remove
  const { width, height } = place.root.querySelector('.ProgressRing')?.getBoundingClientRect() ?? {}
  expect([width, height]).toEqual([88, 88])
})
