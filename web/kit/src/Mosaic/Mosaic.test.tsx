import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Mosaic } from './Mosaic.tsx'

let remove = () => {}

afterEach(() => remove())

test('four colours on the square of an icon', () => {
  const place = mountPart(<Mosaic />)
  remove = place.remove
  const mosaic = place.root.querySelector('.Mosaic') as HTMLElement
  expect([mosaic.offsetWidth, mosaic.offsetHeight]).toEqual([40, 40])
  const colours = [...mosaic.children].map(child => getComputedStyle(child).backgroundColor)
  expect(new Set(colours).size).toBe(4)
})
