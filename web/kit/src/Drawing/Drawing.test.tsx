import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Drawing } from './Drawing.tsx'

let remove = () => {}

afterEach(() => remove())

test('two tones, and nothing said', () => {
  const place = mountPart(<Drawing name="key" />)
  remove = place.remove
  const drawing = place.root.querySelector('.Drawing') as SVGElement
  expect(drawing.ariaHidden).toBe('true')
  const { fill } = getComputedStyle(drawing.firstElementChild as Element)
  const lines = getComputedStyle(drawing.lastElementChild as Element)
  expect(lines.fill).toBe('none')
  expect(lines.stroke).not.toBe(fill)
})
