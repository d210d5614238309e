import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './QrCode.story.tsx'

let place: ReturnType<typeof mountPart>

afterEach(() => place.remove())

/** How many of the screen's pixels one of CSS is wide. */
async function setDensity(deviceScaleFactor: number) {
  const screen = { width: 1280, height: 720, deviceScaleFactor, mobile: false }
  await cdp().send('Emulation.setDeviceMetricsOverride', screen)
}

const dots = () => (place.root.querySelector('path')?.getAttribute('d') ?? '').split('M').length - 1

test('is an image with a name, a quiet edge, and its three corners', () => {
  place = mountPart(states.plain())
  const image = place.root.querySelector('svg') as SVGElement
  expect([image.role, image.ariaLabel]).toEqual(['img', 'Code that opens this page in Harbor'])
  expect(image.getAttribute('viewBox')).toBe('-4 -4 41 41')
  expect(place.root.querySelectorAll('rect')).toHaveLength(6)
})

test.for([
  [320, 2],
  [292, 2],
  [240, 2],
  [320, 1.5],
  [320, 3],
] as const)(
  'in %i px, at %f of the screen’s pixels to one, each square has a whole number of them',
  async ([width, density]) => {
    await setDensity(density)
    onTestFinished(() => setDensity(2))
    place = mountPart(states.pictured())
    const paper = place.root.querySelector('.QrCode') as HTMLElement
    paper.style.inlineSize = `${width}px`
    const { width: side, height } = (
      place.root.querySelector('svg') as SVGElement
    ).getBoundingClientRect()
    expect(devicePixelRatio).toBe(density)
    const step = 41 / density
    expect(side).toBeCloseTo(step * Math.floor(width / step), 1)
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
