import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './QrCode.story.tsx'

let place: ReturnType<typeof mountPart>

afterEach(() => place.remove())

const dots = () => (place.root.querySelector('path')?.getAttribute('d') ?? '').split('M').length - 1

test('is an image with a name, a quiet edge, and its three corners', () => {
  place = mountPart(states.plain())
  const image = place.root.querySelector('svg') as SVGElement
  expect([image.role, image.ariaLabel]).toEqual(['img', 'Code that opens this page in Harbor'])
  expect(image.getAttribute('viewBox')).toBe('-4 -4 41 41')
  expect(place.root.querySelectorAll('rect')).toHaveLength(6)
})

test('a picture in the middle covers a twentieth of it at most', () => {
  place = mountPart(states.plain())
  const whole = dots()
  place.remove()
  place = mountPart(states.pictured())
  expect(dots()).toBeLessThan(whole)
  expect(whole - dots()).toBeLessThan(33 * 33 * 0.05)
})

test('one that is not to be read is there for nobody', () => {
  place = mountPart(states.faint())
  const image = place.root.querySelector('svg') as SVGElement
  expect(image.ariaHidden).toBe('true')
})
