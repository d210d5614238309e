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

test.for([320, 292, 240])(
  'in %i px each square has a whole number of the screen’s pixels',
  width => {
    place = mountPart(states.pictured())
    const paper = place.root.querySelector('.QrCode') as HTMLElement
    paper.style.inlineSize = `${width}px`
    const { width: side, height } = (
      place.root.querySelector('svg') as SVGElement
    ).getBoundingClientRect()
    const step = 41 / devicePixelRatio
    expect(side).toBeCloseTo(step * Math.floor(width / step), 2)
    expect(height).toBe(side)
    expect([paper.offsetWidth, paper.offsetHeight]).toEqual([width, width])
  },
)

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
