import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Icon } from './Icon.tsx'

let remove = () => {}

afterEach(() => {
  remove()
  document.documentElement.dir = 'ltr'
})

const scaleOf = (name: 'back' | 'check') => {
  const place = mountPart(<Icon name={name} />)
  remove = place.remove
  return getComputedStyle(place.root.querySelector('.Icon') as Element).scale
}

test('what points along the text turns with it, and only that', () => {
  expect(scaleOf('back')).toBe('none')
  remove()
  document.documentElement.dir = 'rtl'
  expect(scaleOf('back')).toBe('-1 1')
  remove()
  expect(scaleOf('check')).toBe('none')
})
