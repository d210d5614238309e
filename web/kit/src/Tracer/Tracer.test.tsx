import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Tracer } from './Tracer.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([true, false])('takes the same room, running or not (%s)', isRunning => {
  const place = mountPart(<Tracer isRunning={isRunning}>tile</Tracer>)
  remove = place.remove
  const { width, height } = place.root.querySelector('.Tracer')?.getBoundingClientRect() ?? {}
  expect([width, height]).toEqual([88, 88])
})
