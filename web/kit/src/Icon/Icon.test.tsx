import { afterEach, expect, test } from 'vitest'
import type { Language } from '../../../gallery/src/languages.ts'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Icon } from './Icon.tsx'

let remove = () => {}

afterEach(() => remove())

const scaleOf = (name: 'back' | 'check', language: Language) => {
  const place = mountPart(<Icon name={name} />, false, { language })
  remove = place.remove
  return getComputedStyle(place.root.querySelector('.Icon') as Element).scale
}

test('what points along the text turns with it, and only that', () => {
  expect(scaleOf('back', 'en')).toBe('none')
  remove()
  expect(scaleOf('back', 'ar-XB')).toBe('-1 1')
  remove()
  expect(scaleOf('check', 'ar-XB')).toBe('none')
})
