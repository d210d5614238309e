import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Dot } from './Dot.tsx'

let remove = () => {}

afterEach(() => remove())

test.for(['success', 'warning', 'error'] as const)('%s says nothing itself', kind => {
  const place = mountPart(<Dot kind={kind} />)
  remove = place.remove
  expect(place.root.querySelector('.Dot > [aria-hidden="true"]')).not.toBeNull()
})
